"""From fork to exec: what a child does between the two.

The keeper has one thread, so running Python after the fork is safe here.
"""

from __future__ import annotations

import os
import resource

from verdigris.sandbox.keeper import groups, linux, reaping, signals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FIRST_DESCRIPTOR, STATUS_DESCRIPTOR = 10, 9
"""The same numbers as in `keeping`; the two ends share no import."""


class CannotStart(Exception):
    pass


def spawn(order: Mapping[str, Any], status_end: int) -> int:
    """Start the command; return its process id. Raises CannotStart when its place is not there."""
    data = [_file_of(content) for content in order["descriptors"]]
    keeper = os.getpid()
    read_end, write_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(read_end)
            # High up, out of the way of the fixed numbers.
            write_end = _high(write_end)
            _prepare(order, keeper, [_high(one) for one in data], _high(status_end))
        except BaseException as error:
            os.write(write_end, str(error).encode("utf-8", "replace"))
            os._exit(125)
        os.close(write_end)
        execute(order["argv"], order["env"])
    os.close(write_end)
    for one in data:
        os.close(one)
    with os.fdopen(read_end, "rb") as pipe:
        if trouble := pipe.read():
            raise CannotStart(trouble.decode("utf-8", "replace"))
    return pid


def execute(argv: list[str], env: Mapping[str, str]) -> None:
    """Become a program; one that is not there is told as a shell would."""
    try:
        os.execvpe(argv[0], argv, dict(env))
    except OSError as error:
        missing = isinstance(error, (FileNotFoundError, NotADirectoryError))
        os.write(2, f"{argv[0]}: {error.strerror}\n".encode("utf-8", "replace"))
        os._exit(127 if missing else 126)


def _prepare(order: Mapping[str, Any], keeper: int, data: list[int], status_end: int) -> None:
    os.setsid()
    linux.die_with_parent(signals.SIGKILL)
    if os.getppid() != keeper:
        os._exit(125)
    for group in order["groups"]:
        groups.join(group["path"])
    os.chdir(order["cwd"])
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    if order["status"]:
        os.dup2(status_end, STATUS_DESCRIPTOR)
    for i, one in enumerate(data):
        os.dup2(one, FIRST_DESCRIPTOR + i)
    signals.set_wakeup_fd(-1)
    for number in (
        signals.SIGINT,
        signals.SIGTERM,
        signals.SIGHUP,
        signals.SIGCHLD,
        signals.SIGPIPE,
    ):
        signals.signal(number, signals.SIG_DFL)
    _limit(order)


def _limit(order: Mapping[str, Any]) -> None:
    wanted = list(order["rlimits"])
    if order["more_processes"] is not None:
        most = reaping.count_tasks(os.getuid()) + order["more_processes"]
        wanted.append(("NPROC", most, most))
    if order["cpus"] and linux.LINUX:
        # Which ones does not matter, but two commands at once should not share the first.
        allowed = sorted(os.sched_getaffinity(0))
        first = os.getpid() % len(allowed)
        os.sched_setaffinity(0, (allowed[first:] + allowed[:first])[: order["cpus"]])
    for name, soft, hard in wanted:
        which = getattr(resource, f"RLIMIT_{name}", None)
        if which is None:
            continue
        ceiling = resource.getrlimit(which)[1]
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        try:
            resource.setrlimit(which, (soft, hard))
        except (OSError, ValueError):
            continue  # known to Python and not to the system


def _file_of(content: bytes) -> int:
    descriptor = os.memfd_create("verdigris") if linux.LINUX else _unlinked()
    view = memoryview(content)
    while view:
        view = view[os.write(descriptor, view) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _unlinked() -> int:
    name = f"/tmp/verdigris-data-{os.getpid()}"
    descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    os.unlink(name)
    return descriptor


def _high(descriptor: int) -> int:
    import fcntl

    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 64) if descriptor >= 0 else -1
