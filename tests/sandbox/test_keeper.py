"""The keeper alone: what it is told comes true, and nothing of a command outlives it."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import sys
import time
from pathlib import Path

import pytest

from verdigris.errors import SandboxUnavailable
from verdigris.sandbox import boxes
from verdigris.sandbox.keeping import Order, keep

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
    with pytest.raises(SandboxUnavailable, match="keeper was killed"):
        await running
    assert not made.exists()
    deadline = time.monotonic() + 30
    while with_words(token):
        assert time.monotonic() < deadline, "the command outlived its keeper"
        await asyncio.sleep(0.01)


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
