"""Recall, search, fast, strong: who is asked, when it climbs, and what the run says about it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from verdigris.cli.fix import epilogue
from verdigris.core.change import make_change
from verdigris.core.result import RunResult
from verdigris.core.task import Task

Call = Callable[..., subprocess.CompletedProcess[str]]
SMALL = {
    "fees.py": (
        '"""Parking fees."""\n\n\ndef fee(minutes):\n'
        '    """Return cents: free up to 30 minutes, then 200 an hour begun."""\n'
        "    if minutes < 30:\n        return 0\n"
        "    hours = (minutes + 59) // 60\n    return 200 * hours\n"
    ),
    "test_fees.py": (
        "from fees import fee\n\n\ndef test_short():\n    assert fee(10) == 0\n\n\n"
        "def test_limit():\n    assert fee(30) == 0\n\n\ndef test_just_over():\n"
        "    assert fee(31) == 200\n\n\ndef test_long():\n    assert fee(61) == 400\n"
    ),
}
POORLY_TESTED = {
    "readings.py": (
        "def read(text):\n    found = {}\n    for line in text.splitlines():\n"
        '        name, value = line.split("=")\n        found[name] = float(value)\n'
        "    return found\n"
    ),
    "test_readings.py": (
        "from readings import read\n\n\ndef test_one():\n    assert read('a=1') == {'a': 1}\n\n\n"
        "def test_a_broken_line_does_no_harm():\n"
        "    assert isinstance(read('a=1\\nbroken\\nb=2'), dict)\n"
    ),
}
"""The only fix within reach of the search pleases these tests, and is wrong."""
LARGE = {
    "words.py": 'def initials(name):\n    """Return the initials of a name."""\n    return name\n',
    "test_words.py": (
        "from words import initials\n\n\ndef test_two():\n"
        "    assert initials('ada lovelace') == 'A. L.'\n\n\n"
        "def test_three():\n    assert initials('jean jacques rousseau') == 'J. J. R.'\n"
    ),
}
INITIALS = (
    "```python\ndef initials(name):\n"
    "    return ' '.join(f'{part[0].upper()}.' for part in name.split())\n```"
)

BALANCED = (
    "```python\ndef is_balanced(text):\n    opened = []\n    for char in text:\n"
    "        if char in PAIRS.values():\n            opened.append(char)\n"
    "        elif char in PAIRS and (not opened or opened.pop() != PAIRS[char]):\n"
    "            return False\n    return not opened\n```"
)


@pytest.fixture
def call(tmp_path: Path, lean_python: Path) -> Call:
    project = tmp_path / "project"
    project.mkdir()
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path / "home"),
        "VERDIGRIS_PATHS__DATA": str(tmp_path / "data"),
        "VERDIGRIS_PATHS__CACHE": str(tmp_path / "cache"),
        "VERDIGRIS_SUITE__PYTHON": str(lean_python),
        "VERDIGRIS_CHECKS__RUFF_CMD": "true",
        "VERDIGRIS_CHECKS__BANDIT_CMD": "true",
    }

    def run(*words: str, files: dict[str, str] | None = None, answer: str = ""):
        for name, text in (files or {}).items():
            (project / name).write_text(text)
        script = tmp_path / "script.json"
        script.write_text(json.dumps({"last": answer or "I cannot say."}))
        options = ["--model", f"scripted:{script}"] if "--no-llm" not in words else []
        command = [sys.executable, "-m", "verdigris", "fix", str(project), *words, *options]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=240, check=False
        )

    return run


def result(done: subprocess.CompletedProcess[str]) -> dict:
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return json.loads(done.stdout)


def test_a_small_bug_is_fixed_before_any_model_is_asked(call: Call) -> None:
    told = result(call("--json", files=SMALL))
    assert (told["status"], told["tier"], told["use"]["calls"]) == ("green", "search", 0)
    assert "+    if minutes <= 30:" in told["diff"]
    spent = {one["tier"]: one for one in told["tiers"]}
    assert set(spent) == {"search"} and spent["search"]["candidates"] >= 1
    assert spent["search"]["use"]["tokens_in"] == 0


@pytest.mark.parametrize("applied", [True, False])
def test_doubts_stand_before_what_to_do_next(
    applied: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    change = make_change({"a.py": "x = 1\n"}, {"a.py": "x = 2\n"}, "search")
    assert change is not None
    doubtful = change.model_copy(update={"doubts": ("a loop never comes round",)})
    ended = RunResult(
        run_id="r", status="green", reason="", task=Task(root="/p"), iterations=1, change=doubtful,
        applied=applied,
    )  # fmt: skip
    epilogue(ended)
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "Read it before you rely on it: a loop never comes round."
    assert ("undo" if applied else "apply") in second
    epilogue(ended.model_copy(update={"change": change}))
    assert "rely" not in capsys.readouterr().out


@pytest.mark.thorough
def test_what_speaks_against_a_green_fix_is_told_to_who_takes_it(call: Call) -> None:
    done = call("--no-llm", files=POORLY_TESTED)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Read it before you rely on it: a loop never comes round." in done.stdout


def test_what_the_search_cannot_do_is_left_to_the_model_within_the_budget(call: Call) -> None:
    done = call("--json", "--search-seconds", "3", "--max-iters", "2", files=LARGE, answer=INITIALS)
    told = result(done)
    assert (told["status"], told["tier"]) == ("green", "fast")
    assert told["use"]["calls"] >= 1
    assert [one["tier"] for one in told["tiers"]] == ["search", "fast"]


@pytest.mark.thorough
def test_a_blind_edit_that_leaves_tests_failing_is_a_hint_before_it_is_a_base(call: Call) -> None:
    words = ("--json", "--search-seconds", "3", "--max-iters", "1")
    example = Path(__file__).parents[2] / "examples" / "repos" / "wrong_algorithm"
    crossed = {
        "brackets.py": (example / "brackets.py").read_text(),
        "test_brackets.py": (example / "tests" / "test_brackets.py").read_text(),
    }
    told = result(call(*words, files=crossed, answer=BALANCED))
    assert (told["status"], told["tier"], told["iterations"]) == ("green", "fast", 1)
    assert [one["tier"] for one in told["tiers"]] == ["search", "fast"]


@pytest.mark.thorough
def test_a_blind_edit_is_kept_where_the_model_has_nothing_better(call: Call) -> None:
    # Long enough to find the edit on a busy machine; what it cannot mend takes all the rest.
    words = ("--json", "--search-seconds", "15", "--max-iters", "1")
    told = result(call(*words, files={**SMALL, **LARGE}))
    assert (told["status"], told["use"]["calls"] > 0) == ("not_green", True)
    assert "+    if minutes <= 30:" in told["diff"]


@pytest.mark.parametrize(
    ("words", "green"), [(["--tiers", "recall,search"], True), (["--tiers", "recall"], False)]
)
@pytest.mark.thorough
def test_only_the_tiers_that_are_named_are_asked(call: Call, words: list[str], green: bool) -> None:
    told = result(call("--json", *words, files=SMALL))
    assert (told["status"] == "green") == green
    assert told["use"]["calls"] == 0
    if not green:
        assert told["reason"] == "nothing is left to try without a model"


def test_an_unknown_tier_is_one_sentence_with_the_names(call: Call) -> None:
    done = call("--tiers", "recall,psychic", files=SMALL)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "cascade.tiers" in done.stderr and "'search'" in done.stderr


@pytest.mark.thorough
def test_two_faults_in_two_files_are_mended_one_after_the_other(call: Call) -> None:
    files = {
        **SMALL,
        "stack.py": (
            "class Stack:\n    def __init__(self):\n        self.items = []\n\n"
            "    def push(self, item):\n        self.items.append(item)\n\n"
            "    def peek(self):\n        return self.items[0]\n"
        ),
        "test_stack.py": (
            "from stack import Stack\n\n\ndef test_peek():\n    stack = Stack()\n"
            "    for n in (1, 2, 3):\n        stack.push(n)\n    assert stack.peek() == 3\n"
            "\n\ndef test_one():\n    stack = Stack()\n    stack.push(7)\n"
            "    assert stack.peek() == 7\n"
        ),
    }
    told = result(call("--json", "--no-llm", "--search-seconds", "20", files=files))
    assert told["status"] == "green"
    assert {edit["path"] for edit in told["change"]["edits"]} == {"fees.py", "stack.py"}
    assert "+        return self.items[-1]" in told["diff"]


@pytest.mark.thorough
def test_a_search_that_was_killed_begins_again(call: Call, tmp_path: Path) -> None:
    first = call("--no-llm", "--stop-after", "retrieve", files=SMALL)
    assert first.returncode == 3 or "Go on with" in first.stdout
    run_id = next((tmp_path / "data" / "runs").iterdir()).name
    environment = {**os.environ, "VERDIGRIS_PATHS__DATA": str(tmp_path / "data")}
    command = [sys.executable, "-m", "verdigris", "fix", "--resume-run-id", run_id]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as killed:
        log = tmp_path / "data" / "runs" / run_id / "events.jsonl"
        while killed.poll() is None:
            if log.read_text().count('"kind":"searched"'):
                killed.send_signal(signal.SIGKILL)
                break
    again = subprocess.run(
        [*command, "--json"], env=environment, capture_output=True, text=True, check=False
    )
    told = result(again)
    assert (told["status"], told["tier"]) == ("green", "search")
    assert (tmp_path / "project" / "fees.py").read_text() == SMALL["fees.py"]


@pytest.mark.thorough
def test_an_interpreter_named_from_here_is_found_when_it_goes_on_elsewhere(
    call: Call, tmp_path: Path, lean_python: Path
) -> None:
    near = os.path.relpath(lean_python)
    first = call("--no-llm", "--stop-after", "reproduce", "--python", near, files=SMALL)
    assert "Go on with" in first.stdout, first.stderr
    run_id = next((tmp_path / "data" / "runs").iterdir()).name
    around = {**os.environ, "VERDIGRIS_PATHS__DATA": str(tmp_path / "data")}
    command = [sys.executable, "-m", "verdigris", "fix", "--resume-run-id", run_id, "--json"]
    again = subprocess.run(
        command, cwd=tmp_path, env=around, capture_output=True, text=True, check=False
    )
    assert result(again)["status"] == "green"
