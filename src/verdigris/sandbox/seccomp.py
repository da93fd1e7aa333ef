"""The filter of system calls that bubblewrap loads, assembled by hand for x86-64 and arm64.

What is refused is what a test never needs and a kernel fault often needs: keys, BPF, tracing of the
whole system, mounting, namespaces, io_uring, rare socket families. ptrace stays: debuggers are
under test, too, and a process namespace of its own leaves it nobody else to trace.
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Iterable

# Struct seccomp_data: the number of the call, the architecture, the caller, six arguments.
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16
_LOAD, _JUMP_EQUAL, _JUMP_GREATER_EQUAL, _JUMP_SET, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000

_NAMESPACES = 0x7E020000
"""The flags of clone and unshare that ask for a namespace."""
_TIME_NAMESPACE = 0x80
"""Of unshare alone; in clone's flags the same bit is part of a signal's number."""
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_UNIX, _INET, _INET6, _NETLINK, _ROUTE = 1, 2, 10, 16, 0
_X32 = 0x40000000

# The numbers since Linux 5 are the same everywhere.
_COMMON = {
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428,
    "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
    "clone3": 435, "mount_setattr": 442, "quotactl_fd": 443,
}  # fmt: skip
_X86_64 = {
    **_COMMON,
    "ioctl": 16, "socket": 41, "socketpair": 53, "clone": 56, "syslog": 103, "uselib": 134,
    "vhangup": 153, "pivot_root": 155, "chroot": 161, "acct": 163, "settimeofday": 164,
    "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169, "iopl": 172,
    "ioperm": 173, "init_module": 175, "delete_module": 176, "quotactl": 179,
    "lookup_dcookie": 212, "clock_settime": 227, "kexec_load": 246, "add_key": 248,
    "request_key": 249, "keyctl": 250, "unshare": 272, "perf_event_open": 298,
    "fanotify_init": 300, "open_by_handle_at": 304, "setns": 308, "kcmp": 312,
    "finit_module": 313, "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323,
}  # fmt: skip
_ARM64 = {
    **_COMMON,
    "lookup_dcookie": 18, "ioctl": 29, "umount2": 39, "mount": 40, "pivot_root": 41, "chroot": 51,
    "vhangup": 58, "quotactl": 60, "acct": 89, "unshare": 97, "kexec_load": 104,
    "init_module": 105, "delete_module": 106, "clock_settime": 112, "syslog": 116, "reboot": 142,
    "settimeofday": 170, "socket": 198, "socketpair": 199, "add_key": 217, "request_key": 218,
    "keyctl": 219, "clone": 220, "swapon": 224, "swapoff": 225, "perf_event_open": 241,
    "fanotify_init": 262, "open_by_handle_at": 265, "setns": 268, "kcmp": 272,
    "finit_module": 273, "bpf": 280, "userfaultfd": 282, "kexec_file_load": 294,
}  # fmt: skip
_MACHINES = {"x86_64": (0xC000003E, _X86_64), "aarch64": (0xC00000B7, _ARM64)}

_BY_ARGUMENT = ("clone", "unshare", "ioctl", "socket", "socketpair")
# Programs have another way if these are unknown, and give up if they are forbidden.
_UNKNOWN = ("clone3", "io_uring_setup", "io_uring_enter", "io_uring_register")

Program = list[tuple[int, int, int, int]]


def build_filter(machine: str | None = None) -> bytes | None:
    """Return the filter as the kernel reads it; None for a processor it is not written for."""
    known = _MACHINES.get(machine or platform.machine())
    if known is None:
        return None
    arch, calls = known
    program: Program = [
        (_LOAD, 0, 0, _ARCH),
        # Another architecture (32 bits) has other numbers: none of its calls is known here.
        (_JUMP_EQUAL, 1, 0, arch),
        _refuse(errno.ENOSYS),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if calls is _X86_64:
        program += [(_JUMP_GREATER_EQUAL, 0, 1, _X32), _refuse(errno.ENOSYS)]
    for name, number in calls.items():
        if name not in _BY_ARGUMENT:
            answer = errno.ENOSYS if name in _UNKNOWN else errno.EPERM
            program += _when(number, [_refuse(answer)])
    program += _when(calls["clone"], _refuse_flags(_NAMESPACES))
    program += _when(calls["unshare"], _refuse_flags(_NAMESPACES | _TIME_NAMESPACE))
    program += _when(calls["ioctl"], _refuse_values(1, (_TIOCSTI, _TIOCLINUX)))
    program += _when(calls["socket"], _SOCKETS)
    program += _when(calls["socketpair"], _SOCKETS)
    program.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *line) for line in program)


def _refuse(number: int) -> tuple[int, int, int, int]:
    return (_RETURN, 0, 0, _ERRNO | number)


def _argument(position: int) -> tuple[int, int, int, int]:
    # The lower half: the kernel takes these arguments as 32 bits, so the upper is without meaning.
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * position)


def _when(number: int, then: Program) -> Program:
    """Judge one call; every branch of `then` returns, so the number stays loaded for the next."""
    return [(_JUMP_EQUAL, 0, len(then), number), *then]


def _refuse_flags(flags: int) -> Program:
    return [
        _argument(0), (_JUMP_SET, 0, 1, flags), _refuse(errno.EPERM), (_RETURN, 0, 0, _ALLOW),
    ]  # fmt: skip


def _refuse_values(position: int, values: Iterable[int]) -> Program:
    lines: Program = [_argument(position)]
    for value in values:
        lines += [(_JUMP_EQUAL, 0, 1, value), _refuse(errno.EPERM)]
    return [*lines, (_RETURN, 0, 0, _ALLOW)]


# AF_VSOCK and others are not kept apart by a network namespace; of netlink, only routing is, and
# listing one's own addresses needs it.
_SOCKETS: Program = [
    _argument(0),
    (_JUMP_EQUAL, 6, 0, _UNIX),
    (_JUMP_EQUAL, 5, 0, _INET),
    (_JUMP_EQUAL, 4, 0, _INET6),
    (_JUMP_EQUAL, 0, 2, _NETLINK),
    _argument(2),
    (_JUMP_EQUAL, 1, 0, _ROUTE),
    _refuse(errno.EAFNOSUPPORT),
    (_RETURN, 0, 0, _ALLOW),
]
