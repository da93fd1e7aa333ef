"""What green has to stand: it repeats, it was the change, flaky tests do not count; `verify`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

VERDIGRIS = [sys.executable, "-m", "verdigris"]
CODE = "def double(n):\n    return n + 2\n"
TESTS = (
    "from maths import double\n\n\ndef test_double():\n    assert double(5) == 10\n\n\n"
    "def test_two():\n    assert double(2) == 4\n"
)
GOOD = "```python\ndef double(n):\n    return n * 2\n```"
FLAKY = "\n\ndef test_flaky():\n    import os\n\n    assert os.environ['PYTHONHASHSEED'] == '1'\n"
WHEN = {"which function should change": "`double` adds.", "three short lines": "LESSON: multiply"}


@pytest.fixture
def verdigris(tmp_path: Path, lean_python: Path):
    """Run the command on a project, with a scripted model."""
    project = tmp_path / "project"
    project.mkdir()
    (project / "maths.py").write_text(CODE)
    (project / "test_maths.py").write_text(TESTS)
    environment = {
        "PATH": "/usr/bin:/bin", "HOME": str(tmp_path / "home"),
        "VERDIGRIS_PATHS__DATA": str(tmp_path / "data"),
             "VERDIGRIS_CASCADE__TIERS": "recall,fast,strong",
             "VERDIGRIS_SUITE__OBSERVE_SECONDS": "0",
        "VERDIGRIS_SUITE__PYTHON": str(lean_python),
        "VERDIGRIS_CHECKS__RUFF_CMD": "true", "VERDIGRIS_CHECKS__BANDIT_CMD": "true",
    }  # fmt: skip

    def call(*words: str, answer: str = GOOD, tests: str = TESTS, **variables: str):
        (project / "test_maths.py").write_text(tests)
        script = tmp_path / "script.json"
        script.write_text(json.dumps({"last": answer, "when": WHEN}))
        if words[0] == "fix":
            words = (*words, str(project), "--max-iters", "1", "--model", f"scripted:{script}")
        return subprocess.run(
            [*VERDIGRIS, *words], cwd=project, env={**environment, **variables},
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip

    return call


def evidence(tmp_path: Path) -> Path:
    return next((tmp_path / "data" / "runs").glob("*/evidence.json"))


def test_a_green_run_can_be_verified_from_scratch(verdigris, tmp_path):
    done = verdigris("fix")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "fails without it: 1 test fail again" in done.stdout
    kept = json.loads(evidence(tmp_path).read_text())
    assert [proof["holds"] for proof in kept["verdict"]["proofs"]] == [True, True]
    assert len(set(kept["trees"])) == 2
    again = verdigris("verify", "last")
    assert again.returncode == 0, again.stdout + again.stderr
    assert "the evidence holds" in again.stdout


def tampered(kept: dict, what: str) -> dict:
    kept = json.loads(json.dumps(kept))
    if what == "after":
        kept["after"]["results"][0]["outcome"] = "skipped"
    elif what == "diff":
        kept["diff"] = kept["diff"].replace("n * 2", "n * 3")
    else:
        kept["verdict"]["green"] = False
    return kept


@pytest.mark.thorough
def test_evidence_that_was_tampered_with_does_not_hold(verdigris, tmp_path):
    assert verdigris("fix").returncode == 0
    path = evidence(tmp_path)
    kept = json.loads(path.read_text())
    for what, said in (
        ("after", "tests differ from the record"),
        ("diff", "not the ones its evidence is about"),
        ("verdict", "on record: not green"),
    ):
        path.write_text(json.dumps(tampered(kept, what)))
        again = verdigris("verify", "last")
        assert again.returncode == 1, again.stdout + again.stderr
        assert said in again.stdout


def test_a_result_that_does_not_repeat_is_not_green(verdigris):
    lucky = (
        "```python\nfrom os import environ\n\n\ndef double(n):\n"
        "    return n * 2 if environ['PYTHONHASHSEED'] == '0' else n + 2\n```"
    )
    done = verdigris("fix", answer=lucky)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "repeats: still failing: test_maths.py::test_double" in done.stdout


def test_a_flaky_test_is_named_and_judges_nothing(verdigris, tmp_path):
    done = verdigris("fix", tests=TESTS + FLAKY)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "flaky, left out: test_maths.py::test_flaky" in done.stdout
    assert json.loads(evidence(tmp_path).read_text())["flaky"] == ["test_maths.py::test_flaky"]


def test_where_only_flaky_tests_fail_nothing_is_changed(verdigris):
    good = TESTS.replace("double(5) == 10", "double(2) == 4")
    done = verdigris("fix", tests=good + FLAKY)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "only flaky tests fail" in done.stdout


@pytest.mark.thorough
def test_a_run_without_a_verdict_cannot_be_verified(verdigris):
    assert verdigris("fix", "--stop-after", "plan").returncode == 1
    done = verdigris("verify", "last")
    assert done.returncode == 2
    assert "no verdict" in done.stderr


@pytest.mark.thorough
def test_an_already_green_run_can_be_verified_too(verdigris):
    good = TESTS.replace("double(5) == 10", "double(2) == 4")
    assert verdigris("fix", tests=good).returncode == 0
    done = verdigris("verify", "last", tests=good)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.thorough
def test_a_failure_that_needs_the_tests_before_it_is_not_flaky(verdigris, tmp_path):
    (tmp_path / "project" / "maths.py").write_text(
        "def add(item, items=[]):\n    items.append(item)\n    return items\n"
    )
    tests = (
        "from maths import add\n\n\ndef test_one():\n    assert add(1) == [1]\n\n\n"
        "def test_two():\n    assert add(2) == [2]\n"
    )
    mended = (
        "```python\ndef add(item, items=None):\n    items = [] if items is None else items\n"
        "    items.append(item)\n    return items\n```"
    )
    done = verdigris("fix", tests=tests, answer=mended)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "flaky" not in done.stdout
