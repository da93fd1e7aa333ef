"""What went wrong once: not tried again, told at the audit, kept so that it can be looked into."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from memory.acting import CODE, events, fix, shop, verdigris

HASTY = CODE.replace("    return amount\n", "    return amount - discount * len(prices)\n")
"""Mends the large sum and breaks the small one."""
WRONG = [CODE.replace("amount = 0", f"amount = {start}") for start in (1, 2, 3)]


def script(tmp_path: Path, *answers: str) -> tuple[str, ...]:
    path = tmp_path / "script.json"
    said = [f"```python\n{one}```" for one in answers]
    path.write_text(json.dumps({"lines": said * 20, "when": {"three short lines": "LESSON: no"}}))
    return ("--model", f"scripted:{path}", "--tiers", "recall,fast")


def tried(run: dict[str, Any]) -> list[str]:
    """Return the fingerprints of the changes whose code was run."""
    seen = [event for event in events(run) if event["kind"] == "candidate_tried"]
    return [event["fingerprint"] for event in seen if "failing tests pass" in event["result"]]


@pytest.mark.thorough
def test_no_mistake_is_made_twice_in_a_project(tmp_path: Path, lean_python: Path) -> None:
    root, words = shop(tmp_path / "shop"), script(tmp_path, *WRONG, HASTY)
    runs = [fix(tmp_path, root, lean_python, *words, "--max-iters", "2") for _ in range(3)]
    made = [one for run in runs for one in tried(run)]
    assert len(set(made)) == 4, "every one of the answers was tried"
    repeated = len(made) - len(set(made))
    assert repeated / len(made) == 0.0
    assert all("tried before" in e["result"] for e in events(runs[-1]) if e.get("fingerprint"))
    stats = json.loads(verdigris(tmp_path, "memory", "stats", "--json").stdout)
    assert stats["known_bad"] >= 4


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory, lean_python: Path) -> tuple[Path, str]:
    """A folder in which a hasty change was tried, and what the terminal said of it."""
    folder = tmp_path_factory.mktemp("hasty")
    root, words = shop(folder / "shop"), script(folder, HASTY)
    done = verdigris(
        folder, "fix", str(root), "--python", str(lean_python), *words, "--max-iters", "2"
    )
    assert done.returncode == 1, done.stderr
    return folder, done.stdout


def red_card(folder: Path) -> dict[str, Any]:
    cards = json.loads(verdigris(folder, "memory", "search", "--json").stdout)["cards"]
    [red] = [one["id"] for one in cards if one["files"]]
    found: dict[str, Any] = json.loads(verdigris(folder, "memory", "show", red, "--json").stdout)
    return found


@pytest.mark.thorough
def test_how_a_run_is_doing_is_shown_after_each_iteration(hasty: tuple[Path, str]) -> None:
    said = [line for line in hasty[1].splitlines() if "● reflect" in line]
    assert len(said) == 2 and "trend unknown" in said[0]
    assert "same error" not in said[0] and "no progress in 2 attempts" in hasty[1]


@pytest.mark.thorough
def test_the_audit_names_the_run_and_what_it_broke(
    hasty: tuple[Path, str], lean_python: Path
) -> None:
    folder, _ = hasty
    run = red_card(folder)["card"]["run_id"]
    wanted = f"this was tried in run {run}, "
    broke = "it did not help and broke test_till.py::test_small"
    words = ("--no-llm", "--tiers", "recall")
    again = fix(folder, folder / "shop", lean_python, *words)
    [found] = next(e for e in events(again) if e["kind"] == "audited")["findings"]
    assert found["rule"] == "memory/tried" and found["path"] == "till.py"
    assert wanted in found["message"] and broke in found["message"]
    audited = json.loads(verdigris(folder, "audit", str(folder / "shop"), "--json").stdout)
    [found] = [one for one in audited["findings"] if one["rule"] == "memory/tried"]
    assert wanted in found["message"] and broke in found["message"]
    plain = verdigris(folder, "audit", str(folder / "shop")).stdout
    assert f"run {run}" in plain and "test_till.py::test_small" in plain.replace("\n", "")


def test_a_card_says_where_it_came_from_and_how_to_see_its_failure(
    hasty: tuple[Path, str], lean_python: Path
) -> None:
    folder, _ = hasty
    card = red_card(folder)["card"]
    assert card["broken"] == ["test_till.py::test_small"]
    assert card["debug_steps"][0].startswith("suspected till.py:total")
    shown = verdigris(folder, "memory", "show", card["id"][:8]).stdout
    for said in (f"run {card['run_id']}, iteration 1, 20", ", here", "scope     user (project "):
        assert said in shown
    assert "test_large" in card["reproduction"] and "test_label" not in card["reproduction"]
    (folder / "shop" / "cut_out.py").write_text(card["reproduction"])
    done = subprocess.run(
        [lean_python, "cut_out.py"], cwd=folder / "shop", capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 1 and "AssertionError" in done.stderr
