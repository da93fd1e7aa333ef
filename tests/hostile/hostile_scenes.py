"""What some programs need outside beyond the usual world: a sysctl to change, a key to read, ...

A scene gives the program its addresses (`values`), knows further secrets (`needles`) and says in
the end what became of the thing (`evidence`). Whatever is changed of the machine is harmless and
is put back.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import platform
import secrets
import socket
import struct
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hostile_station import Station, alone

import verdigris.suites

Evidence = list[tuple[str, str]]
libc = ctypes.CDLL(None, use_errno=True)
ROOT = os.geteuid() == 0
_PLUGIN = str(Path(str(verdigris.suites.__file__)).parent / "plugin")
_CHECKOUT = Path(__file__).parents[2] / "pyproject.toml"
_BURST = Path("/proc/sys/kernel/printk_ratelimit_burst")
_KSM = Path("/sys/kernel/mm/ksm/pages_to_scan")
_BPF = 321 if platform.machine() == "x86_64" else 280


@dataclass
class Scene:
    values: dict[str, Any] = field(default_factory=dict)
    needles: list[str] = field(default_factory=list)
    evidence: Callable[[], Evidence] = list


Maker = Callable[[Station, str], AbstractContextManager[Scene]]
_MAKERS: dict[str, tuple[Maker, Callable[[], bool]]] = {}


def scene(possible: Callable[[], bool] = lambda: True) -> Callable[[Any], Any]:
    def keep(function: Callable[[Station, str], Iterator[Scene]]) -> Any:
        maker = contextlib.contextmanager(function)
        _MAKERS[function.__name__] = (maker, possible)
        return maker

    return keep


def possible(name: str) -> bool:
    """Whether this machine and this user can set the scene, so that the program can work at all."""
    return not name or _MAKERS[name][1]()


def set_up(name: str, station: Station, mark: str) -> AbstractContextManager[Scene]:
    if not name or not possible(name):
        return contextlib.nullcontext(Scene())
    return _MAKERS[name][0](station, mark)


def _readable(path: str) -> bool:
    try:
        Path(path).open("rb").close()
    except OSError:
        return False
    return True


@scene()
def checkout(station: Station, mark: str) -> Iterator[Scene]:
    """The tree these tests stand in: a real folder of a real user."""
    needle = next(line for line in _CHECKOUT.read_text().splitlines() if "description" in line)
    yield Scene({"checkout": str(_CHECKOUT)}, [needle])


@scene(lambda: _readable("/etc/shadow"))
def shadow(station: Station, mark: str) -> Iterator[Scene]:
    yield Scene({}, Path("/etc/shadow").read_text().splitlines()[:3])


def _planted(name: str, place: str, mark: str) -> Iterator[Scene]:
    def looked() -> Evidence:
        found = list(Path(place).glob(f"*{mark}*"))
        for each in found:
            each.unlink()
        return [("change", f"planted {each}") for each in found]

    yield Scene({name: place}, [], looked)


@scene(lambda: os.access(_PLUGIN, os.W_OK))
def own_package(station: Station, mark: str) -> Iterator[Scene]:
    yield from _planted("plugin", _PLUGIN, mark)


@scene(lambda: os.access(sysconfig.get_path("purelib"), os.W_OK))
def own_site(station: Station, mark: str) -> Iterator[Scene]:
    """Where Verdigris itself is installed."""
    yield from _planted("site", sysconfig.get_path("purelib"), mark)


@scene(lambda: os.access(sysconfig.get_path("stdlib"), os.W_OK))
def own_stdlib(station: Station, mark: str) -> Iterator[Scene]:
    yield from _planted("stdlib", sysconfig.get_path("stdlib"), mark)


@scene()
def hostname(station: Station, mark: str) -> Iterator[Scene]:
    with alone():
        before = socket.gethostname()
        yield Scene({}, [], lambda: _differs("the host's name", before, socket.gethostname()))
        if socket.gethostname() != before:
            socket.sethostname(before)


def _differs(what: str, before: object, after: object) -> Evidence:
    return [("change", f"{what}: {before!r} became {after!r}")] if before != after else []


def _number(path: Path) -> Iterator[Scene]:
    with alone():
        before = path.read_text()
        values = {"path": str(path), "value": str(int(before) + 1)}
        yield Scene(values, [], lambda: _differs(str(path), before, path.read_text()))
        if path.read_text() != before:
            path.write_text(before)


@scene(_BURST.exists)
def sysctl(station: Station, mark: str) -> Iterator[Scene]:
    """How many messages the kernel logs in a row: it stands for core_pattern and the like."""
    yield from _number(_BURST)


@scene(lambda: ROOT and _KSM.exists())
def sysfs(station: Station, mark: str) -> Iterator[Scene]:
    yield from _number(_KSM)


@scene(lambda: ROOT and _readable("/dev/kmsg"))
def kernel_log(station: Station, mark: str) -> Iterator[Scene]:
    """A secret in the kernel's log, and an eye on what is added to it."""
    with alone():
        Path("/dev/kmsg").write_text(f"<7>{station.world.secret}\n")
        log = os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK)
        os.lseek(log, 0, os.SEEK_END)

        def added() -> Evidence:
            text = b""
            with contextlib.suppress(BlockingIOError):
                while True:
                    text += os.read(log, 8192)
            return [("change", "it wrote into the kernel's log")] if mark.encode() in text else []

        try:
            yield Scene({}, [], added)
        finally:
            os.close(log)


def _tai(new: int | None = None) -> int:
    """Read, or set, the distance of atomic time from civil time; nothing else of the clock."""
    timex = bytearray(208)  # as on every 64-bit Linux
    if new is not None:
        struct.pack_into("<I", timex, 0, 0x80)
        struct.pack_into("<q", timex, 48, new)
    libc.adjtimex((ctypes.c_char * len(timex)).from_buffer(timex))
    return int(struct.unpack_from("<i", timex, 160)[0])


@scene()
def clock(station: Station, mark: str) -> Iterator[Scene]:
    with alone():
        before = _tai()
        yield Scene({"tai": before + 1}, [], lambda: _differs("the clock", before, _tai()))
        if _tai() != before:
            _tai(before)


@scene()
def shared_memory(station: Station, mark: str) -> Iterator[Scene]:
    """A System V segment with a secret, and a key under which there is none yet."""
    secret = station.world.secret.encode()
    key, fresh = (secrets.randbelow(1 << 30) + 1 for _ in range(2))
    libc.shmat.restype = ctypes.c_void_p
    segment = libc.shmget(key, 4096, 0o1600)
    address = ctypes.c_void_p(libc.shmat(segment, None, 0))
    ctypes.memmove(address, secret, len(secret))

    def looked() -> Evidence:
        found: Evidence = []
        if libc.shmget(fresh, 0, 0) >= 0:
            libc.shmctl(libc.shmget(fresh, 0, 0), 0, None)
            found.append(("change", "a segment of shared memory was left outside"))
        if ctypes.string_at(address, len(secret)) != secret:
            found.append(("change", "the segment was written to"))
        if libc.shmget(key, 0, 0) < 0:
            found.append(("change", "the segment was removed"))
        return found

    yield Scene({"shm": key, "shm_new": fresh, "shm_id": segment}, [], looked)
    libc.shmdt(address)
    libc.shmctl(segment, 0, None)


def _queue_works() -> bool:
    name = f"/vg-try-{os.getpid()}".encode()
    queue = libc.mq_open(name, os.O_RDWR | os.O_CREAT, 0o600, None)
    if queue >= 0:
        libc.mq_close(queue)
        libc.mq_unlink(name)
    return bool(queue >= 0)


@scene(_queue_works)
def queue(station: Station, mark: str) -> Iterator[Scene]:
    name = f"/vg-{mark}-queue"
    handle = libc.mq_open(name.encode(), os.O_RDWR | os.O_CREAT, 0o600, None)
    secret = station.world.secret.encode()
    libc.mq_send(handle, secret, len(secret), 0)
    yield Scene({"queue": name})
    libc.mq_close(handle)
    libc.mq_unlink(name.encode())


@scene(Path("/dev/shm").is_dir)
def memory_file(station: Station, mark: str) -> Iterator[Scene]:
    path = Path("/dev/shm") / f"vg-{secrets.token_hex(6)}"
    path.write_text(station.world.secret)
    before = path.read_text()
    yield Scene({"memory_file": str(path)}, [], lambda: _differs("it", before, path.read_text()))
    path.unlink()


def _cgroups() -> Path | None:
    base = Path("/sys/fs/cgroup")
    for place in (base / "pids", base / "unified", base):
        if (place / "cgroup.procs").exists() and os.access(place, os.W_OK):
            return place
    return None


@scene(lambda: ROOT and _cgroups() is not None)
def cgroup(station: Station, mark: str) -> Iterator[Scene]:
    place = _cgroups()
    assert place
    group = place / f"vg-elsewhere-{secrets.token_hex(6)}"
    group.mkdir()
    moved: list[str] = []
    ending = threading.Event()

    def watch() -> None:
        while not ending.wait(0.02):
            with contextlib.suppress(OSError):
                moved.extend((group / "cgroup.procs").read_text().split())

    watcher = threading.Thread(target=watch)
    watcher.start()

    def looked() -> Evidence:
        made = list(place.glob(f"*{mark}*"))
        for each in made:
            with contextlib.suppress(OSError):
                each.rmdir()
        found: Evidence = [("change", f"made {each}") for each in made]
        return found + ([("change", "it moved itself to another group")] if moved else [])

    yield Scene({"cgroup": str(group), "cgroups": str(place)}, [], looked)
    ending.set()
    watcher.join()
    for _ in range(100):
        with contextlib.suppress(OSError):
            group.rmdir()
            break
        time.sleep(0.02)


@contextlib.contextmanager
def _meanwhile(action: Callable[[], None]) -> Iterator[None]:
    ending = threading.Event()

    def repeat() -> None:
        while not ending.wait(0.03):
            with contextlib.suppress(OSError):
                action()

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()


@scene()
def port(station: Station, mark: str) -> Iterator[Scene]:
    """A port on which the program may listen, and somebody outside who tries to reach it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    reached: list[str] = []

    def call() -> None:
        with socket.create_connection(("127.0.0.1", number), 0.2) as connection:
            if mark.encode() in connection.recv(100):
                reached.append(mark)

    def looked() -> Evidence:
        return [("contact", "its port could be reached from outside")] if reached else []

    with _meanwhile(call):
        yield Scene({"port": number}, [], looked)


def _vsock(number: int) -> socket.socket:
    listener = socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)
    try:
        listener.bind((socket.VMADDR_CID_ANY, number))
    except OSError:
        listener.close()
        raise
    return listener


def _has_vsock() -> bool:
    try:
        _vsock(socket.VMADDR_PORT_ANY).close()
    except (OSError, AttributeError):
        return False
    return sys.platform == "linux"


@scene(_has_vsock)
def vsock(station: Station, mark: str) -> Iterator[Scene]:
    """A port of the channel to the hypervisor, which is the machine's own and not a namespace's."""
    number = 20_000 + secrets.randbelow(30_000)
    taken: list[str] = []

    def take() -> None:
        try:
            _vsock(number).close()
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                taken.append("taken")

    def looked() -> Evidence:
        return [("contact", "it took a port of the machine's vsock")] if taken else []

    with _meanwhile(take):
        yield Scene({"vsock": number}, [], looked)


@scene()
def traffic(station: Station, mark: str) -> Iterator[Scene]:
    """A secret that passes over the machine's loopback again and again."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        secret = station.world.secret.encode()
        address = ("127.0.0.1", station.listeners.values["udp"])
        with _meanwhile(lambda: sender.sendto(secret, address) and None):
            yield Scene()


def _addresses() -> list[str]:
    found = [p.read_text().strip() for p in Path("/sys/class/net").glob("*/address")]
    return [each.replace(":", "") for each in found if each and set(each) - set("0:")]


@scene(lambda: bool(_addresses()))
def interfaces(station: Station, mark: str) -> Iterator[Scene]:
    yield Scene({}, _addresses())


def _bpf_map(name: str) -> int:
    attributes = struct.pack("<IIIII", 2, 4, 4, 1, 0) + b"\0" * 8 + name.encode().ljust(16, b"\0")
    attributes = attributes.ljust(120, b"\0")
    buffer = ctypes.create_string_buffer(attributes, len(attributes))
    return int(libc.syscall(_BPF, 0, buffer, len(attributes)))


def _has_bpf() -> bool:
    handle = _bpf_map("vgtry") if ROOT else -1
    if handle >= 0:
        os.close(handle)
    return handle >= 0


@scene(_has_bpf)
def bpf(station: Station, mark: str) -> Iterator[Scene]:
    """An array of the kernel's BPF whose name is a secret."""
    name = f"vg{secrets.token_hex(6)}"
    handle = _bpf_map(name)
    yield Scene({}, [name])
    os.close(handle)


@scene(lambda: ROOT and any(a[0] != "0" for a in (_kernel_symbol(),) if a))
def symbols(station: Station, mark: str) -> Iterator[Scene]:
    yield Scene({}, [_kernel_symbol()])


def _kernel_symbol() -> str:
    with contextlib.suppress(OSError), Path("/proc/kallsyms").open() as file:
        return next((line.split()[0] for line in file if line.split()[2] == "_stext"), "")
    return ""


@scene(lambda: Path("/proc/sys/dev/tty/legacy_tiocsti").read_text().strip() == "1"
       if Path("/proc/sys/dev/tty/legacy_tiocsti").exists() else True)  # fmt: skip
def typing(station: Station, mark: str) -> Iterator[Scene]:
    """A kernel that still lets programs type into a terminal."""
    yield Scene()
