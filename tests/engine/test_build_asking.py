"""What a build asks the person at the terminal, and what it makes of what they type."""

import json
import subprocess
from pathlib import Path

import pytest

from engine.build_goals import fenced
from engine.builder import command, environment
from terminal_user import CTRL_C, CTRL_D, TerminalUser

GOAL = "Write a function double(n) in double.py"
EXAMPLE = "Can you give an example: what goes in, and what comes out?"
SENSE = "What should happen with input that makes no sense?"
LANGUAGE = "Which language: python, node or typescript?"
UNSAID = "Doubles the numbers it is given, such as 4 to 8"
NO_GOAL = 'There is no goal.\nSay what to build: verdigris build "'


def script(**more: str) -> dict[str, object]:
    code = fenced("def double(n):\n    return 2 * n")
    tests = fenced("assert double(0) == 0\nassert double(-1) == -2")
    asked = {"Here is `double.py`": code, "Write the file `double.py`": code}
    return {"when": {"Somebody else writes": tests, **asked, **more}, "last": "None."}


def at_terminal(place: Path, python: Path, *words: str, **variables: str) -> TerminalUser:
    words = command(place, script(), *words, python=python)
    return TerminalUser(words, place, environment(place, **variables))


def plan(place: Path) -> dict:
    """Return the blueprint of the only run, as it was told."""
    (log,) = place.glob("data/runs/*/events.jsonl")
    events = [json.loads(one) for one in log.read_text().splitlines()]
    return next(event["blueprint"] for event in events if "blueprint" in event)


def nothing_begun(place: Path) -> bool:
    return not (place / "workspace").exists() and not (place / "data").exists()


def test_without_a_goal_it_is_asked_for_until_something_is_said(tmp_path, lean_python):
    with at_terminal(tmp_path, lean_python, "--stop-after", "plan") as user:
        user.reads("What shall be built?")
        user.types("")
        user.reads("What shall be built?")
        user.types("   ")
        user.reads("What shall be built?")
        user.types(f"{GOAL}, ñandú")
        assert user.status() == 1
    assert "Which" not in user.shown and "example" not in user.shown  # only with --ask
    assert plan(tmp_path)["goal"] == f"{GOAL}, ñandú"


@pytest.mark.parametrize(
    ("keys", "status", "says"), [(CTRL_D, 2, NO_GOAL), (CTRL_C, 130, "What shall be built?")]
)
def test_who_gives_no_goal_has_begun_nothing(keys, status, says, tmp_path, lean_python):
    with at_terminal(tmp_path, lean_python) as user:
        user.reads("What shall be built?")
        user.presses(keys)
        assert user.status() == status
    assert says in user.shown and "Traceback" not in user.shown
    assert nothing_begun(tmp_path)


@pytest.mark.thorough
def test_what_is_no_text_is_taken_as_far_as_it_can_be_read(tmp_path, lean_python):
    variables = {"PYTHONIOENCODING": "utf-8:strict"}
    with at_terminal(tmp_path, lean_python, "--stop-after", "plan", **variables) as user:
        user.reads("What shall be built?")
        user.presses(GOAL.encode() + b" \xff\n")
        assert user.status() == 1
    assert plan(tmp_path)["goal"] == f"{GOAL} \N{REPLACEMENT CHARACTER}"


def test_a_goal_is_not_asked_for_where_no_model_could_build_it(tmp_path, lean_python):
    words = [*command(tmp_path, {}, python=lean_python)[:4], "--no-llm"]
    with TerminalUser(words, tmp_path, environment(tmp_path)) as user:
        assert user.status() == 2
    assert "needs a model" in user.shown and "What shall" not in user.shown
    assert nothing_begun(tmp_path)


def test_an_answer_is_the_users_word_and_becomes_a_test(tmp_path, lean_python):
    with at_terminal(tmp_path, lean_python, GOAL, "--ask") as user:
        user.reads(EXAMPLE)
        user.types("double(4) == 8")
        user.reads(SENSE)
        user.types("")
        assert user.status() == 0
    assert "Which language" not in user.shown  # double.py says it
    folder = tmp_path / "workspace" / "double"
    report = (folder / "REPORT.md").read_text()
    assert f"You were asked: {EXAMPLE} You said: double(4) == 8" in report
    assert SENSE not in report
    assert "double(4) == 8" in (folder / "tests" / "test_double.py").read_text()


@pytest.mark.thorough
def test_the_language_is_asked_for_where_the_goal_names_none(tmp_path, lean_python):
    with at_terminal(tmp_path, lean_python, UNSAID, "--ask", "--stop-after", "plan") as user:
        user.reads(LANGUAGE)
        user.types("fortran")
        user.reads(LANGUAGE)
        user.types("Node")
        user.reads(EXAMPLE)
        user.presses(CTRL_D)
        assert user.status() == 1
    assert plan(tmp_path)["language"] == "node"


@pytest.mark.thorough
@pytest.mark.parametrize("keys", [b"\n", CTRL_D])
def test_who_does_not_care_about_the_language_gets_python(keys, tmp_path, lean_python):
    with at_terminal(tmp_path, lean_python, UNSAID, "--ask", "--stop-after", "plan") as user:
        user.reads(LANGUAGE)
        user.presses(keys)
        user.reads(EXAMPLE)
        user.presses(CTRL_D)
        assert user.status() == 1
    assert plan(tmp_path)["language"] == "python"


def test_at_the_end_of_input_no_more_is_asked_and_the_build_goes_on(tmp_path, lean_python):
    with at_terminal(tmp_path, lean_python, GOAL, "--ask", "--stop-after", "plan") as user:
        user.reads(EXAMPLE)
        user.presses(CTRL_D)
        assert user.status() == 1
    assert SENSE not in user.shown and plan(tmp_path)["parts"]


@pytest.mark.thorough
def test_interrupted_at_a_question_it_asks_again_when_it_goes_on(tmp_path, lean_python):
    with at_terminal(tmp_path, lean_python, GOAL, "--ask") as user:
        user.reads(EXAMPLE)
        user.presses(CTRL_C)
        assert user.status() == 130
    (run,) = (tmp_path / "data" / "runs").iterdir()
    again = f"--resume-run-id {run.name} --ask"
    assert f"Go on with: verdigris build {again}" in user.shown and SENSE not in user.shown
    with at_terminal(tmp_path, lean_python, *again.split(), "--stop-after", "plan") as user:
        user.reads(EXAMPLE)
        user.types("double(4) == 8")
        user.reads(SENSE)
        user.types("")
        assert user.status() == 1
    assert plan(tmp_path)["examples"][0]["expected"] == "8"


@pytest.mark.parametrize(
    ("words", "says"),
    [((), NO_GOAL), ((GOAL, "--ask"), "--ask needs a terminal to ask on.\nLeave it out")],
)
def test_without_a_terminal_nothing_is_asked_and_nothing_begun(words, says, tmp_path, lean_python):
    done = subprocess.run(
        command(tmp_path, script(), *words, python=lean_python), cwd=tmp_path,
        env=environment(tmp_path), input="double(4) == 8\n", capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"verdigris: {says}") and done.stderr.count("\n") == 2
    assert nothing_begun(tmp_path)
