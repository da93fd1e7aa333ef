"""Goals of every profile and language, from the command line to a program that does it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.build_goals import GOALS, Goal
from engine.builder import build

ROOT = Path(__file__).parents[2]
QUICK = ("todo", "slug")
CASES = [
    pytest.param(goal, id=goal.name, marks=() if goal.name in QUICK else pytest.mark.thorough)
    for goal in GOALS
]


@pytest.mark.parametrize("goal", CASES)
def test_a_goal_becomes_a_program_with_trusted_tests(goal: Goal, tmp_path, lean_python):
    done = build(tmp_path, goal.goal, goal.script(), python=lean_python)
    assert done.result["status"] == "green", done.result
    built = done.result["built"]
    assert (built["blueprint"]["language"], built["blueprint"]["profile"]) == (
        goal.language,
        goal.profile,
    )
    trusted = [check for one in built["agreement"] for check in one["trusted"]]
    assert trusted and not any(one["failing"] for one in built["agreement"])
    assert {proof["name"] for proof in done.result["verdict"]["proofs"]} >= {
        "repeats",
        "fails without it",
    }
    folder = Path(built["folder"])
    report = (folder / "REPORT.md").read_text()
    assert "**Verified**" in report and goal.goal[:40] in report
    assert done.commits(folder) == [
        "Report",
        "First version",
        "Plan: stubs, and tests that are trusted",
        "Begin",
    ]
    assert _shows(goal, folder, lean_python)


def _shows(goal: Goal, folder: Path, python: Path) -> bool:
    for name, text in goal.given.items():
        (folder / name).write_text(text)
    if not goal.proof:
        return True
    words = [str(python) if word == "python" else word for word in goal.proof]
    done = subprocess.run(
        words,
        check=False,
        cwd=folder,
        input=goal.stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PATH": f"{python.parent}:{os.environ['PATH']}"},
    )
    assert goal.prints in done.stdout, done
    return True


@pytest.mark.thorough
def test_the_same_script_gives_the_same_program(tmp_path, lean_python):
    goal = GOALS[0]
    trees = set()
    for name in ("one", "two"):
        place = tmp_path / name
        place.mkdir()
        done = build(place, goal.goal, goal.script(), python=lean_python)
        folder = Path(done.result["built"]["folder"])
        ls = ["git", "rev-parse", "HEAD~1^{tree}"]
        trees.add(subprocess.run(ls, check=True, cwd=folder, capture_output=True, text=True).stdout)
    assert len(trees) == 1 and trees != {""}


@pytest.mark.thorough
def test_the_build_that_the_documentation_shows_goes_as_shown(tmp_path, lean_python):
    page = (ROOT / "docs" / "build.md").read_text()
    line = next(line for line in page.splitlines() if line.startswith("$ verdigris build"))
    goal, script = re.fullmatch(r'\$ verdigris build "(.+)" --model scripted:(.+)', line).groups()
    said = json.loads((ROOT / script).read_text())
    done = build(tmp_path, goal, said, python=lean_python)
    assert done.result["status"] == "green"
    for part in done.result["built"]["blueprint"]["parts"]:
        offers = ", ".join(one["name"] for one in part["functions"])
        assert f"{part['path']}: {offers}\n" in page
    trusted = sum(len(one["trusted"]) for one in done.result["built"]["agreement"])
    assert f"{trusted} tests trusted" in page


@pytest.mark.thorough
def test_history_lists_what_was_built_and_each_attempt_has_a_log(tmp_path, lean_python):
    goal = GOALS[0]
    done = build(tmp_path, goal.goal, goal.script(), "--out", "mine", python=lean_python)
    listed = subprocess.run(
        [sys.executable, "-m", "verdigris", "history", "--json"],
        check=True,
        cwd=tmp_path,
        env=done.env,
        capture_output=True,
        text=True,
    )
    [row] = json.loads(listed.stdout)["builds"]
    assert row["goal"] == goal.goal and row["language"] == "python" and row["status"] == "green"
    assert row["folder"] == str(tmp_path / "mine") and row["tokens"] > 0 and row["trusted"] >= 3
    attempt = json.loads((done.run / "attempts" / "001.json").read_text())
    assert attempt["verdict"]["green"] and attempt["files"] == ["palindrome.py"]
    assert [step["step"] for step in attempt["steps"]][:3] == ["plan", "specify", "draft"]
