"""The page of results: made from what was kept, by commands that stand at one place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from small_outcomes import outcome, record

from verdigris.evals.keeping import Home, Machine, Record
from verdigris.evals.outcome import Outcome
from verdigris.evals.plan import Plan, code_digest
from verdigris.evals.reports.data import as_json
from verdigris.evals.tasks.reading import read_suite
from verdigris.settings import load

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import results  # noqa: E402
import results_page  # noqa: E402

PAGE = ROOT / "docs" / "results.md"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that results are kept in."""
    folder = tmp_path / "results"
    monkeypatch.setattr(results, "KEPT", folder)
    return folder


def measured(arm: results.Arm, *outcomes: Outcome, **changes: Any) -> dict[str, Any]:
    """Return what `verdigris eval show --json` says of an eval of an arm."""
    plan = Plan(
        suite=arm.asked("--suite"), job_seconds=60, stream="--stream" in arm.words,
        limit=int(arm.asked("--limit") or 0),
        flags={**arm.flags, "suite.python": "/somewhere/python"},
    )  # fmt: skip
    made: Record = record(*outcomes).model_copy(
        update={"plan": plan, "suite": plan.suite, "machine": Machine(code=code_digest())}
    )
    told: dict[str, Any] = json.loads(as_json(made))
    return {**told, **changes}


def stream(mode: str, candidates: dict[str, int]) -> dict[str, Any]:
    arm = results._arm("learning", mode)
    tasks = read_suite("learning").tasks
    rows = [
        outcome(task.id, family=task.family, candidates=candidates.get(task.family, 100))
        for task in tasks
    ]
    return measured(arm, *rows)


def test_the_page_says_what_is_kept() -> None:
    text = PAGE.read_text("utf-8")
    assert results_page.filled(text, ROOT / "docs" / "results") == text


def test_what_other_code_has_done_is_not_kept_under_this_commit(kept: Path) -> None:
    arm = results._arm("fix", "search")
    told = measured(arm, outcome("a"))
    told["machine"]["code"] = "older"
    with pytest.raises(SystemExit, match="other code"):
        results.keep("fix", arm, told)
    assert not kept.exists()


def test_an_agents_eval_goes_on_only_as_long_as_it_is_not_finished() -> None:
    arm = results._arm("peers", "aider")
    home = Home(load().settings)
    plan = Plan(
        suite="fix-small", job_seconds=60, limit=12, entrant="agent", agent=arm.asked("--agent"),
        flags={**arm.flags, "suite.python": "/somewhere/python"},
    )  # fmt: skip
    home.begin(plan, "261116-1")
    assert results._resumed(arm) == "261116-1"
    made = record(outcome("a")).model_copy(update={"id": "261116-1", "plan": plan, "jobs": 2})
    home.save(made)
    assert results._resumed(arm) == "261116-1"
    home.save(made.model_copy(update={"jobs": 1}))
    assert results._resumed(arm) == "", "its next version may do better"


def test_what_is_kept_names_no_place_of_a_machine() -> None:
    for path in (ROOT / "docs" / "results").glob("*.json"):
        found = json.loads(path.read_text("utf-8"))
        section, arm = found["section"], found["arm"]
        assert path.stem == f"{section}-{arm}"
        assert found["command"] == results._arm(section, arm).shown
        assert not [word for word in ("/tmp", "/home", "/root", "/Users") if word in str(found)]


def test_a_section_without_a_result_says_so_and_how_to_measure_it(kept: Path) -> None:
    text = results_page.filled(PAGE.read_text("utf-8"), kept)
    assert text.count(results_page.NOT_YET) == len(results.SECTIONS)
    for section, arms in results.SECTIONS.items():
        assert f"$ make results-{section}\n" in text
        for arm in arms:
            assert f"$ {arm.shown}\n" in text


def test_a_page_that_lost_a_section_is_refused(kept: Path) -> None:
    text = PAGE.read_text("utf-8").replace("<!-- end honesty -->", "")
    with pytest.raises(ValueError, match="honesty"):
        results_page.filled(text, kept)


def test_a_disappointing_figure_stands_with_its_interval(kept: Path) -> None:
    arm = results._arm("honesty", "search")
    bad = [outcome(name, expect="not_green", solved=False, claimed=True) for name in "abcd"]
    results.keep("honesty", arm, measured(arm, *bad, outcome("e", expect="honest")))
    shown = results_page.block("honesty", [arm], kept)
    assert "| 20.0 % (3.6 to 62.4 %), n = 5 |" in shown
    assert "| 80.0 % (37.6 to 96.4 %), n = 5 |" in shown
    assert results_page.NOT_YET not in shown
    assert "5 of 5 jobs, seed 0" in shown and "cores" in shown and "Python" in shown


def test_two_who_did_the_same_tasks_are_compared_task_by_task(kept: Path) -> None:
    right = {"verdigris": "abcdefgh", "plain": "hi"}
    for name, own in right.items():
        arm = results._arm("fix-local", name)
        rows = [outcome(task, solved=task in own) for task in "abcdefghij"]
        told = measured(arm, *rows)
        told["plan"]["entrant"] = "plain" if name == "plain" else "verdigris"
        results.keep("fix-local", arm, told)
    shown = results_page.block("fix-local", results.SECTIONS["fix-local"], kept)
    # Seven against one: 2 (1 + 8) / 2^8.
    assert "the same 10 tasks: right on 7 that the other is not" in shown
    assert "the other way round on 1; p = 0.07." in shown


def test_an_arm_that_is_missing_is_named(kept: Path) -> None:
    results.keep("learning", results._arm("learning", "on"), stream("on", {}))
    shown = results_page.block("learning", results.SECTIONS["learning"], kept)
    assert "*Not measured yet: off, shuffled.*" in shown


def test_what_was_asked_for_otherwise_is_not_taken_for_a_result(kept: Path) -> None:
    arm = results._arm("honesty", "search")
    told = measured(arm, outcome("a"))
    for field, other in (("suite", "fix-small"), ("seed", 7), ("only", ["a*"]), ("limit", 3),
                         ("flags", {}), ("entrant", "plain")):  # fmt: skip
        with pytest.raises(SystemExit, match="asked for otherwise"):
            results.keep("honesty", arm, {**told, "plan": {**told["plan"], field: other}})
    assert not kept.exists()


def test_memory_is_compared_by_the_parts_of_the_stream(kept: Path) -> None:
    first_come = read_suite("learning").tasks[0].family
    for mode, each in (("on", {first_come: 50}), ("off", {}), ("shuffled", {first_come: 200})):
        results.keep("learning", results._arm("learning", mode), stream(mode, each))
    parts = results_page.grouped(results_page.read(kept / "learning-on.json") or {})
    assert [len(parts[name]) for name in results_page.GROUPS] == [6, 18, 2, 2, 7]
    assert all(task["task"].endswith("-again") for task in parts["again"])
    shown = results_page.block("learning", results.SECTIONS["learning"], kept)
    # Three of the eighteen later ones are of the family that took half of the candidates.
    assert "| later ones of these families, in other code | 0.92 (" in shown
    assert "| families that come only once | 1.00 (1.00 to 1.00) | 1.00 (1.00 to 1.00) |" in shown


def test_an_eval_is_known_by_what_its_command_asked_for(tmp_path: Path) -> None:
    arm = results._arm("learning", "shuffled")
    done = subprocess.run(
        [sys.executable, "-m", "verdigris", "eval", "run", *arm.words, "--json",
         "--budget", "seconds=0.000001"],
        capture_output=True, text=True, check=False,
        env={**os.environ, "VERDIGRIS_PATHS__DATA": str(tmp_path)},
    )  # fmt: skip
    told = json.loads(done.stdout)
    assert (told["jobs"], told["outcomes"]) == (35, [])
    assert arm.made(told["plan"])
    assert not results._arm("learning", "on").made(told["plan"])


def test_every_section_can_be_made() -> None:
    for section in results.SECTIONS:
        command = ["make", "--dry-run", "--no-print-directory", f"results-{section}"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.rstrip().endswith(f"scripts/results.py run {section}")


@pytest.fixture
def peer(tmp_path: Path) -> Any:
    """Run a recipe with a program in the agent's place that says how it was started."""
    program = tmp_path / "agent"
    program.write_text('#!/bin/sh\necho "$OPENAI_API_BASE $OPENAI_API_KEY"\nprintf "%s\\n" "$@"\n')
    program.chmod(0o755)
    project = tmp_path / "project"
    (project / "tests").mkdir(parents=True)
    (project / "tests" / "test_it.py").write_text("import it\n")

    def run(name: str, code: str = "x = 1\n") -> list[str]:
        (project / "it.py").write_text(code)
        done = subprocess.run(
            [ROOT / "scripts" / "peers" / name, "http://127.0.0.1:1/v1", "k", "tiny",
             "python -m pytest", "It's off by 'one'; $(x)."],
            cwd=project, capture_output=True, text=True, check=True,
            env={"PATH": os.environ["PATH"], "AIDER": str(program), "MINI": str(program),
                 "HOME": str(tmp_path), "TMPDIR": str(tmp_path)},
        )  # fmt: skip
        return done.stdout.splitlines()

    return run


@pytest.mark.parametrize("name", ["aider", "mini-swe-agent"])
def test_a_recipe_tells_the_agent_model_server_tests_and_goal(name: str, peer: Any) -> None:
    said = peer(name)
    assert said[0] == "http://127.0.0.1:1/v1 k"
    assert said[said.index("--model") + 1] == "openai/tiny"
    (told,) = [line for line in said if "It's off by 'one'; $(x)." in line]
    assert "`python -m pytest` fails" in told


def test_aider_has_the_code_in_its_chat_unless_that_would_fill_a_small_context(peer: Any) -> None:
    said = peer("aider")
    assert said[-1] == "./it.py"
    assert said[said.index("--read") + 1] == "./tests/test_it.py"
    said = peer("aider", "x = 1\n" * 5000)
    assert "./it.py" not in said
