"""Bubblewrap: what the conformance tests of every sandbox do not cover."""

from __future__ import annotations

import errno
import socket
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import Limits, View
from verdigris.sandbox.bubblewrap import BubblewrapSandbox, Means
from verdigris.sandbox.seccomp import build_filter
from verdigris.sandbox.trial import try_bubblewrap
from verdigris.settings import Machine

ENV = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
LIMITS = Limits(wall_seconds=60, cpu_seconds=30)


@pytest.fixture
async def means() -> Means:
    try:
        return await try_bubblewrap(Machine.current().path)
    except SandboxUnavailable as missing:
        pytest.skip(missing.show())


@pytest.fixture
def cwd(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def sandbox(means: Means, home: Path = Path("/nowhere"), **more: object) -> BubblewrapSandbox:
    return BubblewrapSandbox(means, home=home, **more)  # type: ignore[arg-type]


async def test_what_is_written_never_reaches_the_folder(means: Means, cwd: Path) -> None:
    (cwd / "file").write_text("before")
    script = "echo after > file; echo x > new; cat file"
    done = await sandbox(means).run(["sh", "-c", script], cwd=cwd, env=ENV, limits=LIMITS)
    assert (done.exit_code, done.output) == (0, "after\n")
    assert [(path.name, path.read_text()) for path in cwd.iterdir()] == [("file", "before")]


async def test_without_an_overlay_the_folder_is_watched(means: Means, cwd: Path) -> None:
    plain = sandbox(replace(means, overlay=False))
    done = await plain.run(["sh", "-c", "echo x > new; cat new"], cwd=cwd, env=ENV, limits=LIMITS)
    assert (done.output, (cwd / "new").read_text()) == ("x\n", "x\n")
    flood = "i=0; while :; do i=$((i+1)); head -c 1000000 /dev/zero > $TMPDIR/$i; done"
    limits = LIMITS.model_copy(update={"disk_mb": 8})
    done = await plain.run(["sh", "-c", flood], cwd=cwd, env=ENV, limits=limits)
    assert (done.ended_by, done.message) == ("disk", "disk limit of 8 MB reached")


async def test_names_that_mean_something_to_mount_are_only_names(
    means: Means, tmp_path: Path
) -> None:
    odd = tmp_path / "a,lowerdir=b:c\\d 'e'"
    odd.mkdir()
    (odd / "file").write_text("here")
    done = await sandbox(means).run(["cat", "file"], cwd=odd, env=ENV, limits=LIMITS)
    assert (done.exit_code, done.output) == (0, "here")


@pytest.mark.parametrize("shown", ["home", ".", "data", "/", "link"])
async def test_what_holds_the_home_folder_or_our_data_is_never_shown(
    means: Means, cwd: Path, tmp_path: Path, shown: str
) -> None:
    for name in ("home", "data/runs"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path)
    box = sandbox(means, tmp_path / "home", private=(tmp_path / "data" / "runs",))
    view = View(readable=(tmp_path / shown,))
    with pytest.raises(SandboxUnavailable, match="cannot be shown"):
        await box.run(["true"], cwd=cwd, env=ENV, limits=LIMITS, view=view)


async def test_what_is_shown_below_home_shows_nothing_beside_it(
    means: Means, cwd: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    for name in ("tool/lib", ".ssh"):
        (home / name).mkdir(parents=True)
    (home / "tool" / "lib" / "file").write_text("x")
    view = View(readable=(home / "tool",))
    done = await sandbox(means, home).run(
        ["find", str(home)], cwd=cwd, env=ENV, limits=LIMITS, view=view
    )
    assert done.output.split() == [
        str(home),
        *(f"{home}/tool{n}" for n in ("", "/lib", "/lib/file")),
    ]


async def test_with_the_network_this_machine_is_reached(means: Means, cwd: Path) -> None:
    code = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])), 10)"
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = ["python3", "-c", code, str(server.getsockname()[1])]
        open_ = sandbox(means, network=True)
        assert (await open_.run(command, cwd=cwd, env=ENV, limits=LIMITS)).exit_code == 0
        assert (await sandbox(means).run(command, cwd=cwd, env=ENV, limits=LIMITS)).exit_code == 1


REFUSED = """
import ctypes, errno, platform, socket
libc = ctypes.CDLL(None, use_errno=True)
numbers = {"x86_64": (250, 321, 323, 425, 435, 165), "aarch64": (219, 280, 282, 425, 435, 40)}
for number in numbers[platform.machine()]:
    ctypes.set_errno(0)
    result = libc.syscall(number, 0, 0, 0, 0, 0)
    print(result, errno.errorcode.get(ctypes.get_errno()))
for flags in (0x10000000, 0x20000, 0x40000000, 0x80):
    print(libc.unshare(flags), errno.errorcode.get(ctypes.get_errno()))
print(libc.ioctl(0, 0x5412, b"x"), errno.errorcode.get(ctypes.get_errno()))
for family, kind, protocol in ((40, 1, 0), (38, 5, 0), (17, 3, 0), (16, 3, 9)):
    try:
        socket.socket(family, kind, protocol)
    except OSError as error:
        print(errno.errorcode[error.errno])
"""


async def test_the_kernels_dangerous_doors_are_shut(means: Means, cwd: Path) -> None:
    if build_filter() is None:
        pytest.skip("there is no filter for this processor")
    done = await sandbox(means).run(["python3", "-c", REFUSED], cwd=cwd, env=ENV, limits=LIMITS)
    assert done.output.split("\n")[:-1] == [
        "-1 EPERM", "-1 EPERM", "-1 EPERM", "-1 ENOSYS", "-1 ENOSYS", "-1 EPERM",
        *["-1 EPERM"] * 4, "-1 EPERM", *["EAFNOSUPPORT"] * 4,
    ]  # fmt: skip


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


async def test_what_tests_usually_do_works(means: Means, cwd: Path) -> None:
    (cwd / "needed.py").write_text(NEEDED)
    done = await sandbox(means).run(["python3", "needed.py"], cwd=cwd, env=ENV, limits=LIMITS)
    assert (done.exit_code, done.output) == (0, "all of it\n")


def answer(program: bytes, arch: int, number: int, *arguments: int) -> int:
    """Judge one system call as the kernel would, and return what the filter returns."""
    given = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=iIQ6Q", number, arch, 0, *given)
    lines = list(struct.iter_unpack("=HBBI", program))
    loaded, i = 0, 0
    while True:
        code, yes, no, value = lines[i]
        i += 1
        if code == 0x06:
            return int(value)
        if code == 0x20:
            (loaded,) = struct.unpack_from("=I", data, value)
        else:
            met = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}[code]
            i += yes if met else no


ALLOW, REFUSE = 0x7FFF0000, 0x00050000
X86_64, ARM64, I386 = 0xC000003E, 0xC00000B7, 0x40000003


@pytest.mark.parametrize(
    ("machine", "arch", "clone", "socket_", "mount", "read"),
    [("x86_64", X86_64, 56, 41, 165, 0), ("aarch64", ARM64, 220, 198, 40, 63)],
)
def test_the_filter_judges_alike_on_every_processor(
    machine: str, arch: int, clone: int, socket_: int, mount: int, read: int
) -> None:
    program = build_filter(machine)
    assert program is not None
    assert answer(program, arch, read) == ALLOW
    assert answer(program, arch, mount) == REFUSE | errno.EPERM
    assert answer(program, arch, clone, 0x11) == ALLOW
    assert answer(program, arch, clone, 0x3D0F00) == ALLOW  # a thread, as glibc asks for it
    for flag in (0x20000, *(1 << bit for bit in range(25, 31))):
        assert answer(program, arch, clone, flag | 0x11) == REFUSE | errno.EPERM
    for family, protocol in ((1, 0), (2, 6), (10, 17), (16, 0)):
        assert answer(program, arch, socket_, family, 1, protocol) == ALLOW
    for family, protocol in ((40, 0), (38, 0), (16, 15), (17, 3), (31, 0)):
        refused = REFUSE | errno.EAFNOSUPPORT
        assert answer(program, arch, socket_, family, 1, protocol) == refused
    # The upper half of an argument is not seen by the kernel either.
    assert answer(program, arch, socket_, (1 << 32) | 40) == REFUSE | errno.EAFNOSUPPORT
    assert answer(program, I386, mount) == REFUSE | errno.ENOSYS


def test_the_second_set_of_numbers_on_x86_64_is_unknown() -> None:
    program = build_filter("x86_64")
    assert program is not None
    assert answer(program, X86_64, 0x40000000 | 165) == REFUSE | errno.ENOSYS
    assert build_filter("riscv64") is None
