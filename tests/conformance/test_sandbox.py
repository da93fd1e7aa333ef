"""Every sandbox passes the same tests: what a command gets, what ends it, and what stays of it."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.sandbox_driver import make
from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import Completed, Limits, Sandbox, View

DRIVER = Path(__file__).with_name("sandbox_driver.py")
ENV = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
PATIENT = Limits(wall_seconds=60, cpu_seconds=20)
ISOLATING = ("bubblewrap", "docker", "podman")

# A daemon in the old manner: forks twice, with a session of its own, and becomes a sleep.
DAEMON = """
import os
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp("sleep", ["sleep", {mark!r}])
    os._exit(0)
os.wait()
"""


@pytest.fixture(params=["process", *ISOLATING])
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def recipe(backend: str, request: pytest.FixtureRequest) -> dict[str, Any]:
    if backend in ("docker", "podman"):
        engine = request.getfixturevalue(f"{backend}_engine")
        return {"backend": backend, "image": engine.image, "variables": engine.environment()}
    return {"backend": backend}


_made: dict[str, Sandbox] = {}


@pytest.fixture
async def sandbox(recipe: dict[str, Any]) -> Sandbox:
    name = recipe["backend"]
    if name not in _made:
        try:
            _made[name] = await make(recipe)
        except SandboxUnavailable as missing:
            pytest.skip(missing.show())
    return _made[name]


@pytest.fixture
def cwd(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


class Runner:
    def __init__(self, sandbox: Sandbox, cwd: Path) -> None:
        self.sandbox, self.cwd = sandbox, cwd

    async def __call__(
        self, *command: str, limits: Limits = PATIENT, view: View = View(), **env: str
    ) -> Completed:
        return await self.sandbox.run(
            command, cwd=self.cwd, env={**ENV, **env}, limits=limits, view=view
        )

    async def python(self, code: str, **more: Any) -> Completed:
        return await self("python3", "-c", code, **more)


@pytest.fixture
def run(sandbox: Sandbox, cwd: Path) -> Runner:
    return Runner(sandbox, cwd)


isolating = pytest.mark.parametrize("backend", ISOLATING)


def new_mark() -> str:
    """Return a time to sleep that tells a process from all others."""
    return f"600.{secrets.randbelow(10**9):09}"


def with_mark(mark: str) -> list[int]:
    """Return the processes of this machine, whatever namespace they are in, that sleep so long."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if words[:2] == [b"sleep", mark.encode()]:
            found.append(int(path.parent.name))
    return found


async def until(condition: Callable[[], Any], what: str) -> Any:
    deadline = time.monotonic() + 60
    while not (found := condition()):
        assert time.monotonic() < deadline, what
        await asyncio.sleep(0.02)
    return found


async def test_what_it_prints_and_how_it_exits_come_back(run: Runner) -> None:
    done = await run.python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)")
    assert (done.exit_code, done.ended_by, done.message) == (7, "exit", "")
    assert sorted(done.output.split()) == ["err", "out"]
    assert done.seconds > 0 and done.used.cpu_seconds > 0


async def test_standard_input_is_empty_and_output_need_not_be_text(run: Runner) -> None:
    done = await run.python(
        "import os, sys; os.write(1, b'\\xff\\xfe') and print(len(sys.stdin.read()))"
    )
    assert (done.exit_code, done.output) == (0, "\ufffd\ufffd0\n")


async def test_a_command_that_is_not_there_exits_like_in_a_shell(run: Runner) -> None:
    done = await run("no-such-program-anywhere")
    assert (done.exit_code, done.ended_by) == (127, "exit")
    assert "no-such-program-anywhere" in done.output


async def test_a_working_folder_that_is_not_there_is_no_ending_of_the_command(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    with pytest.raises(SandboxUnavailable, match="not-there"):
        await sandbox.run(["true"], cwd=tmp_path / "not-there", env=ENV, limits=PATIENT)


async def test_it_sees_the_variables_it_is_given_and_no_others(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_CALLER", "x")
    done = await run("env", "-0", ODD="a b\n'c'\u00fc", EMPTY="")
    seen = dict(line.split("=", 1) for line in done.output.strip("\0").split("\0"))
    assert {name: seen.pop(name) for name in ("ODD", "EMPTY", *ENV)} == {
        "ODD": "a b\n'c'\u00fc", "EMPTY": "", **ENV,
    }  # fmt: skip
    assert set(seen) - {"PWD"} == {"HOME", "TMPDIR"}


async def test_home_and_the_temporary_folder_are_empty_and_its_own(run: Runner) -> None:
    done = await run.python(
        "import os\n"
        "for name in ('HOME', 'TMPDIR'):\n"
        "    place = os.environ[name]\n"
        "    print([n for n in os.listdir(place) if n != 'work'])\n"
        "    open(place + '/mine', 'w').write('x')\n"
        "print(os.path.expanduser('~') == os.environ['HOME'])\n"
    )
    assert done.exit_code == 0, done.output
    lines = done.output.split("\n")
    assert lines[0] == "[]" and lines[2] == "True"


async def test_the_working_folder_can_be_read_and_written(run: Runner) -> None:
    (run.cwd / "given").mkdir()
    (run.cwd / "given" / "file").write_text("given text")
    (run.cwd / "other").write_text("old")
    done = await run.python(
        "import os, pathlib, shutil\n"
        f"assert os.getcwd() == {str(run.cwd)!r}, os.getcwd()\n"
        "assert pathlib.Path('given/file').read_text() == 'given text'\n"
        "pathlib.Path('other').write_text('new')\n"
        "os.rename('other', 'renamed')\n"
        "shutil.rmtree('given')\n"
        "os.mkdir('given')\n"
        "pathlib.Path('given/file').write_text('mine')\n"
        "print(sorted(os.listdir()), pathlib.Path('renamed').read_text())\n"
    )
    assert (done.exit_code, done.output) == (0, "['given', 'renamed'] new\n")


async def test_a_folder_may_have_any_name(sandbox: Sandbox, tmp_path: Path) -> None:
    odd = tmp_path / "a sp\u00e4ced \u2713 folder"
    odd.mkdir()
    (odd / "file").write_text("here")
    done = await sandbox.run(["cat", "file"], cwd=odd, env=ENV, limits=PATIENT)
    assert (done.exit_code, done.output) == (0, "here")


async def test_what_is_kept_stays_and_what_is_shown_is_seen(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "shown").mkdir()
    (tmp_path / "shown" / "file").write_text("shown text")
    (tmp_path / "single").write_text("single text")
    (tmp_path / "kept").mkdir()
    (tmp_path / "record").write_text("first\n")
    view = View(
        readable=(tmp_path / "shown", tmp_path / "single", tmp_path / "missing"),
        kept=(tmp_path / "kept", tmp_path / "record"),
    )
    done = await run.python(
        "import pathlib\n"
        f"top = pathlib.Path({str(tmp_path)!r})\n"
        "print((top / 'shown' / 'file').read_text(), (top / 'single').read_text())\n"
        "(top / 'kept' / 'new').write_text('kept text')\n"
        "with (top / 'record').open('a') as file: file.write('second\\n')\n",
        view=view,
    )
    assert (done.exit_code, done.output) == (0, "shown text single text\n")
    assert (tmp_path / "kept" / "new").read_text() == "kept text"
    assert (tmp_path / "record").read_text() == "first\nsecond\n"


LIMITS = {
    "cpu": ("while True: pass", {"cpu_seconds": 1}, "CPU time limit of 1 s reached"),
    "cpu, warning ignored": (
        "import signal; signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass",
        {"cpu_seconds": 1},
        "CPU time limit of 1 s reached",
    ),
    "wall": ("import time; time.sleep(60)", {"wall_seconds": 2}, "wall-clock limit of 2 s reached"),
    "memory": (
        "kept = []\nwhile True: kept.append(b'x' * 5_000_000)",
        {"memory_mb": 128},
        "memory limit of 128 MB reached",
    ),
    "file": (
        "open('f', 'wb').write(b'x' * 3_000_000)",
        {"file_mb": 2},
        "file size limit of 2 MB reached",
    ),
    "file, by signal": (
        "import os; os.execvp('sh', ['sh', '-c', 'head -c 3000000 /dev/zero > f'])",
        {"file_mb": 2},
        "file size limit of 2 MB reached",
    ),
    "disk": (
        "for i in range(60): open(f'{i}', 'wb').write(b'x' * 1_000_000)",
        {"disk_mb": 16},
        "disk limit of 16 MB reached",
    ),
    "processes": (
        "import os, time\nwhile True:\n    if os.fork() == 0: time.sleep(60)",
        {"processes": 20},
        "process limit of 20 reached",
    ),
    "descriptors": (
        "files = [open('/dev/null') for _ in range(100)]",
        {"open_files": 64},
        "limit of 64 open files reached",
    ),
    "output": (
        "while True: print('x' * 1000)",
        {"output_kb": 64},
        "output limit of 64 KB reached",
    ),
}


@pytest.mark.parametrize("limit", LIMITS)
async def test_each_limit_has_its_own_outcome(run: Runner, limit: str) -> None:
    code, lowered, message = LIMITS[limit]
    done = await run.python(code, limits=PATIENT.model_copy(update=lowered))
    assert (done.ended_by, done.message) == (limit.partition(",")[0], message), done.output[-500:]
    assert done.exit_code != 0
    assert len(done.output) < 70_000


async def test_a_command_that_survives_a_limit_has_exited(run: Runner) -> None:
    code = (
        "try:\n    files = [open('/dev/null') for _ in range(100)]\n"
        "except OSError as error:\n    print(error)\n"
    )
    done = await run.python(code, limits=PATIENT.model_copy(update={"open_files": 64}))
    assert (done.exit_code, done.ended_by, done.message) == (0, "exit", "")


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGKILL"])
async def test_a_signal_is_named(run: Runner, name: str) -> None:
    done = await run.python(f"import os, signal; os.kill(os.getpid(), signal.{name})")
    assert (done.exit_code, done.ended_by, done.message) == (None, "signal", f"killed by {name}")


async def test_a_daemon_does_not_outlive_a_command_that_exits(run: Runner) -> None:
    mark = new_mark()
    done = await run.python(DAEMON.format(mark=mark) + "print('left')")
    assert (done.exit_code, done.output) == (0, "left\n")
    assert not with_mark(mark)


async def test_a_cancelled_run_returns_when_every_descendant_is_dead(run: Runner) -> None:
    mark = new_mark()
    code = DAEMON.format(mark=mark) + "import time; time.sleep(600)"
    running = asyncio.ensure_future(run.python(code))
    await until(lambda: with_mark(mark), "the daemon did not start")
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert not with_mark(mark)


async def test_nothing_is_left_when_the_caller_is_killed(
    sandbox: Sandbox, recipe: dict[str, Any], cwd: Path, tmp_path: Path, request: Any
) -> None:
    mark = new_mark()
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    code = DAEMON.format(mark=mark) + "import time; time.sleep(600)"
    asked = {"recipe": recipe, "command": ["python3", "-c", code], "cwd": str(cwd)}
    caller = subprocess.Popen(  # noqa: ASYNC220
        [sys.executable, str(DRIVER), json.dumps(asked)],
        env={**os.environ, "TMPDIR": str(scratch)},
    )
    try:
        (pid,) = await until(lambda: with_mark(mark), "the daemon did not start")
        groups = control_groups(pid)
    finally:
        caller.kill()
        caller.wait()
    await until(lambda: not with_mark(mark), "the daemon outlived its caller")
    await until(lambda: not list(scratch.iterdir()), f"left: {list(scratch.iterdir())}")
    await until(lambda: not any(path.exists() for path in groups), f"left of {groups}")
    assert str(scratch) not in Path("/proc/self/mountinfo").read_text()
    if "image" in recipe:
        engine = request.getfixturevalue(f"{recipe['backend']}_engine")
        await until(lambda: not engine.containers(), "a container is left")


def control_groups(pid: int) -> list[Path]:
    """Return the folders of a process's control groups that were made for it."""
    names = [line.split(":", 2)[2] for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines()]
    return [
        path
        for name in set(names)
        if "verdigris-box" in name
        for path in Path("/sys/fs/cgroup").glob(f"*{name}")
    ]


async def test_two_at_once_do_not_meet(run: Runner, sandbox: Sandbox, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    code = (
        "import os, pathlib, sys, time\n"
        "for place in ('.', os.environ['HOME'], os.environ['TMPDIR']):\n"
        "    pathlib.Path(place, 'name').write_text(sys.argv[1])\n"
        "time.sleep(0.5)\n"
        "for place in ('.', os.environ['HOME'], os.environ['TMPDIR']):\n"
        "    print(pathlib.Path(place, 'name').read_text())\n"
    )
    one, two = await asyncio.gather(
        run("python3", "-c", code, "one"),
        Runner(sandbox, other)("python3", "-c", code, "two"),
    )
    assert (one.output.split(), two.output.split()) == (["one"] * 3, ["two"] * 3)


@isolating
async def test_there_is_no_network_but_its_own(run: Runner) -> None:
    code = (
        "import socket, sys\n"
        "server = socket.create_server(('127.0.0.1', 0))\n"
        "socket.create_connection(server.getsockname(), 5).close()\n"
        "print('its own works')\n"
        "for address in (('127.0.0.1', int(sys.argv[1])), ('192.0.2.1', 80)):\n"
        "    try:\n        socket.create_connection(address, 2)\n"
        "    except OSError:\n        print('refused')\n"
        "    else:\n        print('REACHED')\n"
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        done = await run("python3", "-c", code, str(server.getsockname()[1]))
    assert done.output == "its own works\nrefused\nrefused\n"


@isolating
async def test_the_system_and_what_is_shown_cannot_be_written(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "shown").mkdir()
    (tmp_path / "shown" / "file").write_text("x")
    places = [
        "/x", "/usr/x", "/usr/bin/x", "/etc/x", "/etc/passwd", "/dev/x", "/proc/sysrq-trigger",
        "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/sys/power/state",
        str(tmp_path / "shown" / "x"), str(tmp_path / "shown" / "file"),
    ]  # fmt: skip
    code = (
        "import sys\n"
        "for place in sys.argv[1:]:\n"
        "    try:\n        open(place, 'a').close()\n"
        "    except OSError:\n        continue\n"
        "    print('OPENED', place)\n"
    )
    view = View(readable=(tmp_path / "shown",))
    done = await run("python3", "-c", code, *places, view=view)
    assert (done.exit_code, done.output) == (0, "")
    assert (tmp_path / "shown" / "file").read_text() == "x"


@isolating
async def test_other_files_and_other_processes_are_not_there(
    run: Runner, backend: str, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("secret text")
    at_home = [path for path in Path.home().glob("*") if not tmp_path.is_relative_to(path)]
    # Engines show /sys, read-only, and cannot be told not to; its secrets they cover.
    kernel = ["/sys/kernel"] if backend == "bubblewrap" else []
    places = [str(tmp_path / "secret"), *map(str, at_home), "/run/docker.sock", *kernel]
    code = (
        "import os, sys\n"
        "print([place for place in sys.argv[1:] if os.path.exists(place)])\n"
        "print(sum(name.isdigit() for name in os.listdir('/proc')) < 12)\n"
    )
    done = await run("python3", "-c", code, *places)
    assert done.output == "[]\nTrue\n"


@isolating
async def test_what_is_written_in_the_working_folder_has_no_power_outside(run: Runner) -> None:
    (run.cwd / "program").write_text("before")
    done = await run.python(
        "import os\n"
        "open('planted', 'w').write('#!/bin/sh')\n"
        "os.chmod('planted', 0o6777)\n"
        "open('program', 'w').write('after')\n"
    )
    assert done.exit_code == 0
    assert (run.cwd / "program").read_text() in ("before", "after")
    if (run.cwd / "planted").exists():
        assert not (run.cwd / "planted").stat().st_mode & 0o6000
