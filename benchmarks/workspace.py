"""Taking a project of 10,000 files, and a throw-away copy of it, against the usual ways to copy.

The ratio is the time to take the project over that of `git clone --local` of the same repository.
All ways run in turns, each into a folder of its own; what is removed is removed outside the clock.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from verdigris.edits.workspace import Workspace

FILES = 10_000
ROUNDS = 3


def make_project(root: Path) -> Path:
    """Make a repository of about 46 MB: 100 packages of 100 modules, a few of them changed."""
    body = b"x = 1\n" * 60
    for number in range(FILES):
        folder = root / f"pkg{number // 100}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"m{number}.py").write_bytes(b"# %d\n" % number + body * (1 + number % 25))
    git = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@b", "-c", "gc.auto=0"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"],
                  ["repack", "-a", "-d", "-q"]):  # fmt: skip
        subprocess.run([*git, *words], check=True, stdout=subprocess.DEVNULL)
    (root / "pkg0" / "m0.py").write_bytes(b"changed = True\n")
    (root / "new.py").write_bytes(b"untracked = True\n")
    return root


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def one_round(project: Path, desk: Path) -> dict[str, float]:
    workspace = Workspace(desk / "ours", "bench")

    async def fresh() -> None:
        async with workspace.fresh(await workspace.start(project)):
            copied.append(time.perf_counter())

    copied: list[float] = []
    taken = seconds(lambda: asyncio.run(workspace.start(project)))
    started = time.perf_counter()
    asyncio.run(fresh())
    found = {"take": taken, "fresh": copied[0] - started}
    ways = {
        "clone": ["git", "clone", "-q", "--local", str(project), str(desk / "clone")],
        "cp": ["cp", "-r", str(project), str(desk / "cp")],
    }
    for name, command in ways.items():
        found[name] = seconds(lambda: subprocess.run(command, check=True))  # noqa: B023
    found["copytree"] = seconds(lambda: shutil.copytree(project, desk / "copytree"))
    return found


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="verdigris-bench-") as place:
        project = make_project(Path(place) / "project")
        rounds = []
        for number in range(ROUNDS):
            desk = Path(place) / str(number)
            desk.mkdir()
            rounds.append(one_round(project, desk))
            shutil.rmtree(desk)
    median = {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}
    print(
        json.dumps(
            {
                "benchmark": "workspace",
                "ratio": round(median["take"] / median["clone"], 2),
                "aim": "well under 1, and under a second",
                **{f"{name}_seconds": round(value, 3) for name, value in median.items()},
                "files": FILES,
                "rounds": ROUNDS,
            }
        )
    )


if __name__ == "__main__":
    main()
