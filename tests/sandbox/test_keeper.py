"""The keeper alone: what it is told comes true, and nothing of a command outlives it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import sys
import time
from pathlib import Path

import pytest

from verdigris.errors import SandboxUnavailable
from verdigris.sandbox import boxes, guarding
from verdigris.sandbox.base import Limits
from verdigris.sandbox.keeper.scratch import remove_folder, size_of
from verdigris.sandbox.keeping import Order, keep
from verdigris.sandbox.outcome import completed

ENV = {"PATH": "/usr/bin:/bin"}


def order(*argv: str, **more: object) -> Order:
    return Order.model_validate({"argv": argv, "env": ENV, "wall_seconds": 60, **more})


def with_words(words: str) -> list[int]:
    """Return the processes in whose command line the words stand; not this one."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if words.encode() in path.read_bytes() and int(path.parent.name) != os.getpid():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


async def until_started(path: Path) -> None:
    deadline = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < deadline, "the command did not start"
        await asyncio.sleep(0.01)


def keepers() -> list[int]:
    mine = []
    for pid in with_words("verdigris.sandbox.keeper.main"):
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        if int(stat[1]) == os.getpid():
            mine.append(pid)
    return mine


async def test_data_on_descriptors_and_words_on_the_status_pipe() -> None:
    script = "cat /dev/fd/10 /dev/fd/11; echo told >&9"
    kept = await keep(
        order("sh", "-c", script, descriptors=(b"one ", b"two" * 50_000), status=True),
        output_kb=999,
    )
    assert kept.report.exit == 0
    assert kept.output.startswith("one twotwo")
    assert kept.report.said == "told\n"


async def test_what_is_to_be_done_at_the_end_is_done_in_order(tmp_path: Path) -> None:
    made = tmp_path / "made"
    log = tmp_path / "log"
    kept = await keep(
        order(
            "sh", "-c", f"mkdir {made}/deep; echo command >> {log}",
            make=(str(made),),
            remove=(str(made),),
            inspect=("sh", "-c", f"echo inspect >> {log}; echo seen"),
            finally_=(("sh", "-c", f"ls {made} >> {log}"), ("no-such-program",),
                      ("sh", "-c", f"echo last >> {log}")),
        ),
        output_kb=64,
    )  # fmt: skip
    assert log.read_text().split() == ["command", "inspect", "deep", "last"]
    assert kept.report.inspected == "seen\n"
    assert not made.exists()


async def test_it_is_done_as_well_when_the_caller_loses_interest(tmp_path: Path) -> None:
    made, log = tmp_path / "made", tmp_path / "log"
    running = asyncio.ensure_future(
        keep(
            order(
                "sh", "-c", f"touch {tmp_path}/started; sleep 600",
                make=(str(made),), remove=(str(made),), finally_=(("sh", "-c", f"echo x > {log}"),),
            ),
            output_kb=64,
        )
    )  # fmt: skip
    await until_started(tmp_path / "started")
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert log.exists() and not made.exists()


async def test_a_folder_that_resists_is_removed(tmp_path: Path) -> None:
    made = tmp_path / "made"
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "file").write_text("stays")
    code = (
        "import os\n"
        f"os.symlink({str(tmp_path / 'outside')!r}, 'link')\n"
        "os.makedirs('closed/inner'); open('closed/file', 'w').close(); os.chmod('closed', 0)\n"
        "for _ in range(3000):\n    os.mkdir('deep'); os.chdir('deep')\n"
    )
    kept = await keep(
        order(
            "/usr/bin/python3", "-c", code, cwd=str(made), make=(str(made),), remove=(str(made),)
        ),
        output_kb=64,
    )
    assert kept.report.exit == 0, kept.output
    assert not made.exists()
    assert (tmp_path / "outside" / "file").read_text() == "stays"


async def test_a_process_that_never_stands_still_is_caught() -> None:
    token = secrets.token_hex(8)
    # Forks for ever, and each parent leaves at once: whoever is killed has just been replaced.
    code = f"import os\n'{token}'\nwhile True:\n    if os.fork():\n        os._exit(0)\n"
    kept = await keep(order("/usr/bin/python3", "-c", code), output_kb=64)
    assert kept.report.exit == 0
    assert not with_words(token)


async def test_those_that_tidy_up_after_the_command_get_their_time(tmp_path: Path) -> None:
    script = f"(sleep 0.3; echo done > {tmp_path}/tidied) & exit 0"
    await keep(order("sh", "-c", script), output_kb=64)
    assert not (tmp_path / "tidied").exists()
    await keep(order("sh", "-c", script, grace_seconds=30), output_kb=64)
    assert (tmp_path / "tidied").exists()


@pytest.mark.parametrize(
    ("more", "words"),
    [({"cwd": "/no/such/folder"}, "no/such/folder"), ({"make": ("/no/such/box",)}, "no/such/box")],
)
async def test_what_cannot_be_set_up_is_no_ending_of_the_command(
    more: dict[str, object], words: str
) -> None:
    with pytest.raises(SandboxUnavailable, match=words):
        await keep(order("true", **more), output_kb=64)


async def test_the_keeper_dies_and_the_command_with_it(tmp_path: Path) -> None:
    token = f"600.{secrets.randbelow(10**9):09}"
    script = f"touch {tmp_path}/started; exec sleep {token}"
    made = tmp_path / "made"
    running = asyncio.ensure_future(
        keep(order("sh", "-c", script, make=(str(made),), remove=(str(made),)), output_kb=64)
    )
    await until_started(tmp_path / "started")
    (pid,) = keepers()
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(SandboxUnavailable, match="stopped or killed"):
        await running
    assert not made.exists()
    assert not with_words(token), "the command outlived its keeper"


async def test_a_polite_signal_ends_the_command_in_good_order(tmp_path: Path) -> None:
    made = tmp_path / "made"
    script = f"touch {tmp_path}/started; sleep 600"
    running = asyncio.ensure_future(
        keep(order("sh", "-c", script, make=(str(made),), remove=(str(made),)), output_kb=64)
    )
    await until_started(tmp_path / "started")
    (pid,) = keepers()
    os.kill(pid, signal.SIGINT)  # not meant for it
    os.kill(pid, signal.SIGTERM)
    kept = await running
    assert (kept.report.stop, made.exists()) == ("leash", False)


async def test_leftovers_are_swept_unless_they_are_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left, young = (boxes.new_box() for _ in range(2))
    held = boxes.new_box()
    for folder in (left, young):
        (folder / "inner").mkdir(parents=True)
    foreign = tmp_path / "verdigris-other"
    foreign.mkdir()
    long_ago = time.time() - 3600
    os.utime(left, (long_ago, long_ago))
    os.utime(foreign, (long_ago, long_ago))
    script = f"touch {tmp_path}/started; sleep 600"
    running = asyncio.ensure_future(
        keep(order("sh", "-c", script, make=(str(held),), remove=(str(held),)), output_kb=64)
    )
    await until_started(tmp_path / "started")
    os.utime(held, (long_ago, long_ago))
    boxes.sweep.__wrapped__(())
    assert [path.exists() for path in (left, young, foreign, held)] == [False, True, True, True]
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_it_may_be_tied_to_few_processors() -> None:
    code = "import os; print(len(os.sched_getaffinity(0)))"
    kept = await keep(order(sys.executable, "-c", code, cpus=1), output_kb=64)
    assert kept.output == "1\n"


async def test_the_memory_of_all_processes_is_added_up() -> None:
    code = (
        "import os, signal\n"
        "for _ in range(4):\n"
        "    if os.fork() == 0:\n        piece = bytearray(b'x' * (30 << 20)); signal.pause()\n"
        "signal.pause()\n"
    )
    kept = await keep(order("/usr/bin/python3", "-c", code, memory_mb=64), output_kb=64)
    assert kept.report.stop == "memory"
    limits = Limits(memory_mb=64)
    assert completed(kept, limits).message == "memory limit of 64 MB reached"


SHARING = """
import ctypes, os, signal
from verdigris.sandbox.keeper.watch import memory_of_descendants
read_end, write_end = os.pipe()
if os.fork() == 0:
    piece = bytearray(b"x" * (40 << 20))
    libc = ctypes.CDLL(None)
    stack = ctypes.create_string_buffer(65536)
    top = (ctypes.addressof(stack) + 65536) & ~15
    # One that shares all its memory, as after vfork, and two that have a copy that nobody writes.
    libc.clone(libc.pause, ctypes.c_void_p(top), 0x100 | 17, None)
    for _ in range(2):
        if os.fork() == 0:
            os.write(write_end, b"x"); signal.pause()
    os.write(write_end, b"x"); signal.pause()
for _ in range(3):
    os.read(read_end, 1)
print(memory_of_descendants(1 << 40) >> 20, memory_of_descendants(1 << 20) >> 20,
      memory_of_descendants(100 << 20) >> 20)
"""


async def test_memory_that_processes_share_is_counted_once() -> None:
    env = {**ENV, "PYTHONPATH": str(Path(boxes.__file__).parents[2])}
    kept = await keep(order(sys.executable, "-c", SHARING, env=env), output_kb=64)
    each_for_itself, enough_to_know, fairly = map(int, kept.output.split())
    assert each_for_itself >= 160
    assert 1 <= enough_to_know <= 60
    assert 40 <= fairly <= 60


async def test_a_process_whose_first_thread_has_ended_is_killed_as_well(tmp_path: Path) -> None:
    started = tmp_path / "started"
    code = (
        "import ctypes, os, platform, signal, threading\nos.setsid()\n"
        "def stay():\n"
        "    while open('/proc/self/stat').read().rpartition(')')[2].split()[0] != 'Z':\n"
        "        pass\n"
        f"    open('{started}.new', 'w').write(str(os.getpid()))\n"
        f"    os.rename('{started}.new', '{started}')\n"
        "    signal.sigwait([signal.SIGUSR1])\n"
        "threading.Thread(target=stay).start()\n"
        "ctypes.CDLL(None).syscall(60 if platform.machine() == 'x86_64' else 93, 0)\n"
    )
    script = f'/usr/bin/python3 -c "$0" & while [ ! -e {started} ]; do :; done'
    kept = await keep(order("sh", "-c", script, code), output_kb=64)
    assert kept.report.exit == 0, kept.output
    assert not Path(f"/proc/{started.read_text()}").exists()


async def test_a_command_that_stops_its_keeper_does_not_stop_the_clock(tmp_path: Path) -> None:
    made = tmp_path / "made"
    kept = await keep(
        order(
            "sh", "-c", "kill -STOP $PPID; sleep 600",
            wall_seconds=0.5, make=(str(made),), remove=(str(made),),
        ),
        output_kb=64,
    )  # fmt: skip
    assert (kept.report.stop, made.exists()) == ("wall", False)


async def test_a_stopped_keeper_still_lets_itself_be_cancelled(tmp_path: Path) -> None:
    made = tmp_path / "made"
    script = f"kill -STOP $PPID; touch {tmp_path}/started; sleep 600"
    running = asyncio.ensure_future(
        keep(order("sh", "-c", script, make=(str(made),), remove=(str(made),)), output_kb=64)
    )
    await until_started(tmp_path / "started")
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert not made.exists()


async def test_a_keeper_that_is_stopped_over_and_over_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guarding, "_PATIENCE", 1)
    token = f"600.{secrets.randbelow(10**9):09}"
    made = tmp_path / "made"
    # The daemon has none of the variables and none of the descriptors by which it would be known.
    script = f"env -i setsid sleep {token} >/dev/null 2>&1 & while :; do kill -STOP $PPID; done"
    # Between two signals the keeper may find the time to do its work after all.
    with contextlib.suppress(SandboxUnavailable):
        await keep(
            order("sh", "-c", script, wall_seconds=0.5, make=(str(made),), remove=(str(made),)),
            output_kb=64,
        )
    assert not made.exists()
    assert not with_words(token)


async def test_who_outlives_a_killed_keeper_is_found_by_what_it_holds(tmp_path: Path) -> None:
    token = f"600.{secrets.randbelow(10**9):09}"
    made = tmp_path / "made"
    script = (
        f"HOME={made} setsid sleep {token} >/dev/null 2>&1 & "
        f"env -i /usr/bin/setsid /bin/sleep {token} & "
        "kill -KILL $PPID; wait"
    )
    with pytest.raises(SandboxUnavailable, match="stopped or killed"):
        await keep(order("sh", "-c", script, make=(str(made),), remove=(str(made),)), output_kb=64)
    assert not made.exists()
    assert not with_words(token)


def test_what_is_too_deep_to_be_looked_at_counts_as_too_much(tmp_path: Path) -> None:
    before = Path.cwd()
    try:
        os.chdir(tmp_path)
        for _ in range(20):
            Path("d" * 250).mkdir()
            os.chdir("d" * 250)
        Path("file").write_bytes(b"x" * 4096)
    finally:
        os.chdir(before)
    assert size_of(str(tmp_path)) > 1 << 50
    remove_folder(str(tmp_path / ("d" * 250)))
    assert not any(tmp_path.iterdir())
