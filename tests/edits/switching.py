"""Processes for the tests of the journal, which can end themselves at an exact instant.

switching.py write PROJECT DATA STEP        apply CHANGE, killed when STEP is reached
switching.py switch RECORD NUMBER           the switch alone, killed at its NUMBERth step
switching.py race PROJECT DATA SEED ROUNDS  apply and undo in turns, killed at random delays
"""

from __future__ import annotations

import fcntl
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from verdigris.core.change import Change, make_change
from verdigris.edits.journal import Desk, records, settle
from verdigris.edits.userfiles import take_back, write_change

FILES = 40


def before(many: int = FILES) -> dict[str, str]:
    kept = {f"pkg{n % 4}/m{n}.py": f"x = {n}\n" * 50 for n in range(many)}
    return {**kept, "gone.py": "bye\n", "deep/gone.py": "bye\r\n"}


def after(many: int = FILES) -> dict[str, str]:
    kept = {path: text.replace("x", "é") for path, text in before(many).items() if "/m" in path}
    return {**kept, "new.py": "hello\n", "fresh/er/new.py": ""}


def change(many: int = FILES) -> Change:
    old, new = before(many), after(many)
    made = make_change(old, {path: new.get(path) for path in {*old, *new}}, "fast")
    assert made is not None
    return made


def contents(project: Path) -> dict[str, str]:
    return {
        path.relative_to(project).as_posix(): path.read_bytes().decode()
        for path in project.rglob("*")
        if path.is_file()
    }


def put(project: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_bytes(text.encode())
    return project


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def killed_at(step: str, data: Path) -> Desk:
    return Desk(data / "runs" / "r-1", data, lambda reached: die() if reached == step else None)


def write(project: str, data: str, step: str) -> None:
    write_change(Path(project), change(), killed_at(step, Path(data)))


def race(project: str, data: str, seed: str, rounds: str) -> None:
    """Print what the tree was after each kill: `before`, `after`, or what it held."""
    root, desk = Path(project), Desk(Path(data) / "runs" / "r-1", Path(data))
    dice = random.Random(int(seed))
    made = change()
    write_change(root, made, desk)  # once undisturbed: how long does it take?
    started = time.monotonic()
    take_back(records(desk.run)[-1], desk)
    usual = time.monotonic() - started
    seen = []
    for _ in range(int(rounds)):
        applied = contents(root) == after()
        child = os.fork()
        if child == 0:
            take_back(records(desk.run)[-1], desk) if applied else write_change(root, made, desk)
            os._exit(0)
        time.sleep(dice.uniform(0, 1.2 * usual))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        wait_for_the_writer(desk.data)
        now = contents(root)
        seen.append("before" if now == before() else "after" if now == after() else repr(now))
        assert settle(root, desk.data) == "", "the writing process itself was not killed"
        if not seen[-1].isalpha():
            break
    sys.stdout.write(json.dumps(seen))


def wait_for_the_writer(data: Path) -> None:
    """Return once nobody holds the lock of the only project: the writing process has ended."""
    for lock in data.glob("projects/*/lock"):
        with lock.open() as file:
            fcntl.flock(file, fcntl.LOCK_EX)


if __name__ == "__main__":
    what, *words = sys.argv[1:]
    {"write": write, "race": race}[what](*words)
