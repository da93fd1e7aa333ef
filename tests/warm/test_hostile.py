"""Whatever a candidate does, it is not green, and the next is tried as if it were the first."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from warm_projects import BEHIND, LIMITS, MENDED, Project, edit

from verdigris.core.report import Report
from verdigris.suites.warm.runner import Tried, WarmRunner

Make = Callable[..., Project]


def doing(code: str, top: str = "") -> str:
    """Return the module under test with some code at the start of its function."""
    body = "".join(f"    {line}\n" for line in code.splitlines())
    return f"{top}def fact(n):\n{body}    return 1\n"


async def sane(warm: WarmRunner) -> None:
    for text, passed in ((MENDED, 6), (BEHIND["fact.py"], 3)):
        tried = await warm.try_change(edit({"fact.py": text + "#\n"}), test_seconds=10)
        assert tried.level == "collected", tried
        assert tried.report is not None
        assert len(tried.report.passed) == passed


def red(tried: Tried) -> Report:
    assert tried.report is not None, tried
    assert not tried.report.green
    return tried.report


LEAVING = {
    "leaves with status 0": "import os\nos._exit(0)",
    "leaves through pytest": "import pytest\npytest.exit('enough', returncode=0)",
    "kills itself": "import os\nos.kill(os.getpid(), 9)",
    "kills its group": "import os\nos.killpg(0, 9)",
    "crashes in C": "import ctypes\nctypes.string_at(0)",
    "closes everything": "import os\nos.closerange(0, 1000)",
    "ends the interpreter": "import sys\nsys.exit(0)",
    "runs another program": "import os\nos.execv('/bin/true', ['true'])",
    "stops itself": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "forks and lets the child report": "import os\nif os.fork():\n    os._exit(0)",
    "takes all memory": "x = bytearray(10**11)",
    "takes all descriptors": "import os\nkeep = [os.dup(0) for _ in range(10**6)]",
    "fills the disk": "f = open('big', 'wb')\nf.write(bytes(10**8))\nf.flush()",
    "talks without end": "while True:\n    print('x' * 100000, flush=True)",
    "writes to every descriptor": (
        "import os\nfor fd in range(3, 256):\n    try:\n"
        "        os.write(fd, b'{\"id\": 1, \"status\": 0}\\n')\n    except OSError:\n        pass"
    ),
    "takes the copy apart": "import shutil\nshutil.rmtree('.')",
}  # fmt: skip


@pytest.mark.thorough
async def test_whatever_a_candidate_does_it_is_not_green_and_harms_no_other(project: Make) -> None:
    limits = LIMITS.model_copy(update={"wall_seconds": 4, "cpu_seconds": 3, "memory_mb": 1024})
    async with project(BEHIND, limits=limits).runner() as warm:
        for what, code in LEAVING.items():
            tried = await warm.try_change(edit({"fact.py": doing(code)}), test_seconds=30)
            assert tried.report is None or not tried.report.green, what
            assert tried.level == "collected", (what, tried)
            await sane(warm)


async def test_the_end_of_a_hang_is_told_with_its_place(project: Make) -> None:
    limits = LIMITS.model_copy(update={"wall_seconds": 3})
    async with project(BEHIND, limits=limits).runner() as warm:
        code = "import time\ntime.sleep(100)"
        tried = await warm.try_change(edit({"fact.py": doing(code)}), test_seconds=0.3)
        report = red(tried)
        assert report.ending == "finished"
        assert "did not finish within 0.3 s" in report.results[0].message
        deaf = "import signal, time\nsignal.pthread_sigmask(0, [14])\ntime.sleep(100)"
        report = red(await warm.try_change(edit({"fact.py": doing(deaf)}), test_seconds=30))
        assert (report.ending, report.message) == ("timeout", "wall-clock limit of 3 s reached")
        assert report.results[0].innermost is not None
        assert report.results[0].innermost.path == "fact.py"
        await sane(warm)


async def test_processes_a_candidate_leaves_behind_are_dead_before_the_next(
    project: Make, tmp_path: Path
) -> None:
    code = (
        "import os, time\n"
        "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        "        open('{place}', 'w').write(str(os.getpid()))\n        time.sleep(600)\n"
        "    os._exit(0)\n"
        "while not os.path.exists('{place}') or not open('{place}').read():\n    time.sleep(0.01)"
    ).format(place=tmp_path / "pid")
    async with project(BEHIND).runner() as warm:
        red(await warm.try_change(edit({"fact.py": doing(code)}), test_seconds=10))
        pid = int((tmp_path / "pid").read_text())
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        await sane(warm)


@pytest.mark.parametrize(
    "code",
    [
        "import os\nos.kill(os.getppid(), 9)\nimport time\ntime.sleep(1)",
        "import os\nos.killpg(os.getpgid(os.getppid()), 9)\nimport time\ntime.sleep(1)",
    ],
    ids=["its parent", "the group of its parent"],
)
async def test_a_candidate_that_kills_the_worker_goes_cold_and_the_next_has_a_new_one(
    project: Make, code: str
) -> None:
    async with project(BEHIND).runner() as warm:
        tried = await warm.try_change(edit({"fact.py": doing(code)}), test_seconds=10)
        assert (tried.level, tried.report) == ("cold", None)
        await sane(warm)


LIARS = {
    "says nonsense": "line('started').sendall(b'what?\\n')\ntime.sleep(60)",
    "says too much": "line('started').sendall(b'x' * 10**6)\ntime.sleep(60)",
    "leaves at once": "sys.exit('no pytest here')",
    "knocks and leaves": "line('started')",
    "claims another level": "line('finished')",
    "answers another question": (
        "s = ready()\ns.makefile().readline()\ns.sendall(b'{\"id\": 77}\\n')\ntime.sleep(60)"
    ),
    "answers with more than asked": (
        's = ready()\ns.makefile().readline()\ns.sendall(b\'{"id": 1, "green": true}\\n\')\n'
        "time.sleep(60)"
    ),
    "never answers": "s = ready()\ntime.sleep(60)",
    "puts a pipe in place of the records": (
        "s = ready()\njob = json.loads(s.makefile().readline())\n"
        "os.mkfifo(job['folder'] + '/records')\ns.sendall(b'{\"id\": 1}\\n')\ntime.sleep(60)"
    ),
    "puts a link in place of the records": (
        "s = ready()\njob = json.loads(s.makefile().readline())\n"
        "os.symlink('/etc/passwd', job['folder'] + '/records')\n"
        "s.sendall(b'{\"id\": 1}\\n')\ntime.sleep(60)"
    ),
}
LIAR = """
import json, os, socket, sys, time
def line(level):
    s = socket.socket(socket.AF_UNIX)
    s.connect(os.environ["VERDIGRIS_WARM"])
    s.sendall(b'{"level": "%s"}\\n' % level.encode())
    return s
def ready():
    s = line("started")
    s.sendall(b'{"ready": true}\\n')
    line("configured").close()
    return s
"""


@pytest.mark.parametrize("what", LIARS)
async def test_a_worker_that_lies_is_a_reason_to_run_cold(
    project: Make, lean_python: Path, what: str
) -> None:
    from dataclasses import replace

    place = project(BEHIND, limits=LIMITS.model_copy(update={"wall_seconds": 0.5}))
    argv = (str(lean_python), "-c", LIAR + LIARS[what])
    place.launch = replace(place.launch, argv=argv, patience=0.5)
    started = time.monotonic()
    async with place.runner() as warm:
        tried = await warm.try_change(edit({"fact.py": MENDED}), test_seconds=10)
    assert (tried.level, tried.report) == ("cold", None)
    assert tried.reason
    assert time.monotonic() - started < 50, "it was waited for"


async def test_nothing_is_left_of_a_runner_that_was_closed(project: Make, tmp_path: Path) -> None:
    place = project({**BEHIND, "conftest.py": f"MARK = {str(tmp_path)!r}\n"})
    async with place.runner(workers=2) as warm:
        await sane(warm)
        assert _living(str(place.folder))
    assert not _living(str(place.folder))


def _living(mark: str) -> list[str]:
    """Return the processes that have a text among their variables."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark.encode() in (entry / "environ").read_bytes():
                found.append(entry.name)
        except OSError:
            continue
    return found
