"""Damaged diffs, applied by us, by plain `git apply` and by plain `patch`: right, wrong, refused.

The same cases for all three, from one seed: correct diffs of library modules, damaged in one to
three ways each. `wrong` is the share that ends up with other lines changed than were meant, and
nobody told. Aim: none, with more right than either tool.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "edits"))
from damaged import Case, cases, same

from verdigris.edits.answer import read_answer
from verdigris.errors import ModelMistake

GIT = ["git", "apply", "--whitespace=nowarn", "-"]
PATCH = ["patch", "-p1", "--batch", "--silent", "--no-backup-if-mismatch", "--reject-file=-"]


def ours(case: Case) -> str | None:
    try:
        read = read_answer(f"```diff\n{case.diff}```\n", {"part.py": case.before}, ["part.py"])
    except ModelMistake:
        return None
    return read.texts["part.py"]


def by_tool(command: list[str], case: Case, folder: Path) -> str | None:
    target = folder / "part.py"
    target.write_text(case.before)
    done = subprocess.run(
        command, cwd=folder, input=case.diff.encode(), capture_output=True, check=False
    )
    return target.read_text() if done.returncode == 0 else None


def judged(text: str | None, case: Case) -> str:
    if text is None or text == case.before:
        return "refused"
    return "right" if same(text, case.meant) else "wrong"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    counts = {name: Counter[str]() for name in ("verdigris", "git apply", "patch")}
    # In a folder that no repository surrounds, git takes paths as they are.
    with tempfile.TemporaryDirectory() as place:
        for case in cases(given.cases, given.seed):
            counts["verdigris"][judged(ours(case), case)] += 1
            counts["git apply"][judged(by_tool(GIT, case, Path(place)), case)] += 1
            if shutil.which("patch"):
                counts["patch"][judged(by_tool(PATCH, case, Path(place)), case)] += 1
    shares = {
        name: {kind: round(found[kind] / given.cases, 3) for kind in ("right", "wrong", "refused")}
        for name, found in counts.items()
        if found
    }
    better = shares["verdigris"]["right"] / max(shares["git apply"]["right"], 0.001)
    print(
        json.dumps(
            {
                "benchmark": "edits",
                "ratio": round(better, 2),
                "aim": "no wrong placement, more right than git apply and patch",
                **shares,
                "cases": given.cases,
            }
        )
    )


if __name__ == "__main__":
    main()
