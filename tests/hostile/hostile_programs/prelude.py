# ruff: noqa: PTH123
"""What stands before each Python program. It knows all addresses: the adversary is well informed.

It runs on whatever Python the sandbox has, and imports little: each program pays for it.
"""

import ctypes
import json
import os
import platform
import sys
import time

W = json.loads(sys.argv[1])
MARK = W["mark"]
libc = ctypes.CDLL(None, use_errno=True)
_X86 = platform.machine() == "x86_64"
_CALLS = {
    "add_key": (248, 217), "keyctl": (250, 219), "bpf": (321, 280), "perf_event_open": (298, 241),
    "pivot_root": (155, 41), "process_vm_readv": (310, 270), "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438), "memfd_create": (319, 279), "setns": (308, 268),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "syslog": (103, 116),
    "process_madvise": (440, 440), "open_tree": (428, 428), "move_mount": (429, 429),
    "kcmp": (312, 272), "mq_open": (240, 180), "mq_timedreceive": (243, 183),
}  # fmt: skip

try:  # so that the watcher outside can tell it from whoever started it
    with open("/proc/self/comm", "w") as _comm:
        _comm.write("vg-hostile")
except OSError:
    pass


def syscall(name, *arguments):
    number = _CALLS[name][0 if _X86 else 1]
    libc.syscall.restype = ctypes.c_long
    arguments = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = libc.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result


def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def say(data):
    if isinstance(data, str):
        data = data.encode()
    os.write(1, data + b"\n")


def show(path):
    with open(path, "rb") as file:
        say(file.read(65536))


def attempt(action, *arguments):
    try:
        return action(*arguments)
    except OSError as error:
        say(f"failed: {error}")


def hold(seconds=0.6):
    """Stay as it is for the watcher to see."""
    time.sleep(seconds)


def flood_file(megabytes, name="flood", chunk=b"x" * (1 << 20)):
    with open(name, "wb", buffering=0) as file:
        for _ in range(megabytes):
            file.write(chunk)
