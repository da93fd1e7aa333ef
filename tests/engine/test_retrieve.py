"""The step that finds suspects, through the command line: what it says, seeing or not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FILES = {
    "shop.py": "def total(prices):\n    result = 0\n    for price in prices:\n"
    "        result -= price\n    return result\n\n\n"
    "def label(price):\n    return f'{price} EUR'\n",
    "test_shop.py": "from shop import label, total\n\n\ndef test_total():\n"
    "    assert total([1, 2]) == 3\n\n\ndef test_label():\n    assert label(1) == '1 EUR'\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return folder


def fix(project: Path, python: Path, *words: str, **env: str) -> tuple[str, list[dict[str, Any]]]:
    """Run up to the step; return what was printed, and the events of that step."""
    done = subprocess.run(
        [sys.executable, "-m", "verdigris", "fix", str(project), "--no-llm", "--verbose",
         "--stop-after", "retrieve", "--python", str(python), *words],
        env={**os.environ, "COLUMNS": "200", **env}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    data = Path(os.environ["VERDIGRIS_PATHS__DATA"])
    log = next(data.glob("runs/*/events.jsonl"))
    events = [json.loads(line) for line in log.read_text().splitlines()]
    return done.stdout + done.stderr, [event for event in events if event["kind"] == "retrieved"]


def test_suspects_are_shown_with_their_reasons(project: Path, lean_python: Path) -> None:
    said, (retrieved,) = fix(project, lean_python)
    assert "2 tests observed in" in said
    assert "shop.py:4 total (only failing tests run it; the failure depends on it)" in said
    assert {s["line"] for s in retrieved["suspects"][:3]} == {2, 4, 5}
    assert retrieved["places"][0]["name"] == "total"


@pytest.mark.thorough
def test_it_can_be_switched_off_and_reading_has_to_do(project: Path, lean_python: Path) -> None:
    said, (retrieved,) = fix(project, lean_python, VERDIGRIS_SUITE__OBSERVE_SECONDS="0")
    assert "not observed: switched off" in said
    assert "total" in [place["name"] for place in retrieved["places"]]
    assert {4, 5} <= {s["line"] for s in retrieved["suspects"]}


@pytest.mark.thorough
def test_what_cannot_be_observed_is_said_and_costs_nothing(
    project: Path, lean_python: Path
) -> None:
    check = "import sys\nimport shop\n\nsys.exit(shop.total([1, 2]) != 3)\n"
    (project / "check.py").write_text(check)
    said, (retrieved,) = fix(project, lean_python, "--test-cmd", "python check.py")
    assert "not observed: only tests of Python's" in said
    assert "shop.py" in [place["path"] for place in retrieved["places"]]
