"""Programs about system calls: those a sandbox refuses, and those that ordinary tests need."""

REFUSED = """
import ctypes, errno, platform, socket
libc = ctypes.CDLL(None, use_errno=True)
numbers = {
    "x86_64": (250, 321, 323, 425, 435, 165, 279, 438),
    "aarch64": (219, 280, 282, 425, 435, 40, 239, 438),
}
for number in numbers[platform.machine()]:
    ctypes.set_errno(0)
    result = libc.syscall(number, 0, 0, 0, 0, 0)
    print(result, errno.errorcode.get(ctypes.get_errno()))
for flags in (0x10000000, 0x20000, 0x40000000, 0x80):
    print(libc.unshare(flags), errno.errorcode.get(ctypes.get_errno()))
# The kernel does not see the upper half of these arguments.
for request in (0x5412, 0x541C, 1 << 32 | 0x5412):
    ctypes.set_errno(0)
    print(libc.ioctl(0, ctypes.c_ulong(request), b"x"), errno.errorcode.get(ctypes.get_errno()))
call = {"x86_64": 41, "aarch64": 198}[platform.machine()]
print(libc.syscall(call, ctypes.c_long(1 << 32 | 40), 1, 0), errno.errorcode[ctypes.get_errno()])
for family, kind, protocol in ((40, 1, 0), (38, 5, 0), (17, 3, 0), (16, 3, 9)):
    try:
        socket.socket(family, kind, protocol)
    except OSError as error:
        print(errno.errorcode[error.errno])
"""
ANSWERS = [
    *["-1 EPERM"] * 3, *["-1 ENOSYS"] * 2, *["-1 EPERM"] * 3,
    *["-1 EPERM"] * 4, *["-1 EPERM"] * 3, "-1 EAFNOSUPPORT", *["EAFNOSUPPORT"] * 4,
]  # fmt: skip
"""What it prints where all of it is refused."""

NEEDED = """
import asyncio, multiprocessing, os, shutil, socket, subprocess, tempfile, threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

if __name__ == "__main__":
    assert subprocess.run(["sh", "-c", "exit 3"]).returncode == 3
    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(abs, [-1, -2])) == 3
    with ProcessPoolExecutor(2) as pool:
        assert sum(pool.map(abs, [-1, -2])) == 3
    assert multiprocessing.Semaphore(1).acquire()
    assert socket.if_nameindex()
    socket.socketpair()
    with tempfile.TemporaryDirectory() as folder:
        os.symlink("x", folder + "/link")
        os.mkfifo(folder + "/fifo")
    assert os.path.expanduser("~") == os.environ["HOME"]
    import getpass, pwd
    assert getpass.getuser() == pwd.getpwuid(os.getuid()).pw_name
    assert socket.gethostbyname("localhost") == "127.0.0.1"
    asyncio.run(asyncio.sleep(0))
    open("/dev/null", "w").write("x")
    open("/dev/shm/mine", "w").write("x")
    assert os.urandom(4)
    print("all of it")
"""
