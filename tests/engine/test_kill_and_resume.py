"""SIGKILL after every step in turn: the resumed run ends as one that was left alone.

A resumed run is killed again at the next instant, so that one run tells about many.
"""

import json
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).with_name("driver.py")
FIRST = ("reproduce", "plan", "retrieve", "audit", "patch", "apply", "check", "execute", "reflect",
         "remember", "decide")  # fmt: skip
INSTANTS = {
    "every other step": [("finished", 1, step) for step in FIRST[::2]],
    "the steps between": [
        *(("finished", 1, step) for step in FIRST[1::2]),
        *(("finished", 2, step) for step in ("patch", "execute", "remember")),
    ],
    "when a step begins or is saved": [
        ("started", 1, "reproduce"),
        *(("saved", 1, step) for step in ("reproduce", "apply", "decide")),
        ("started", 2, "execute"),
    ],
    "at once, and late": [("finished", 1, "reproduce"), ("saved", 2, "apply")],
}
VOLATILE = {"at", "seconds", "started_at", "finished_at", "updated_at", "created_at", "seen_at",
            "number", "project"}  # fmt: skip


def make_project(root: Path) -> Path:
    """Two faults in one file; the model mends one per iteration."""
    root.mkdir()
    (root / "stats.py").write_text(
        "def total(values):\n    return -sum(values)\n\n\n"
        "def mean(values):\n    return total(values) / (len(values) + 1)\n"
    )
    (root / "test_stats.py").write_text(
        "from stats import mean, total\n\n\n"
        "def test_total():\n    assert total([1, 2, 3]) == 6\n\n\n"
        "def test_mean():\n    assert mean([2, 4]) == 3\n"
    )
    return root


def drive(project: Path, data: Path, *when: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DRIVER), str(project), str(data), *map(str, when)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def stored(data: Path, run_id: str) -> dict[str, list[dict[str, object]]]:
    """Everything the database keeps about a run, without what differs from run to run."""
    connection = sqlite3.connect(data / "verdigris.db")
    connection.row_factory = sqlite3.Row
    tables = {}
    for table in (
        "runs", "iterations", "steps", "failures", "cards", "metrics", "patterns",
        "pattern_sources",
    ):  # fmt: skip
        rows = [dict(row) for row in connection.execute(f"select * from {table}")]
        tables[table] = sorted((_steady(row, run_id) for row in rows), key=json.dumps)
    connection.close()
    return tables


def _steady(row: dict[str, object], run_id: str) -> dict[str, object]:
    if "second" in str(row.get("name", "")):
        row["value"] = 0
    text = json.dumps({k: v for k, v in row.items() if k not in VOLATILE}, default=str)
    # The names of commits and cards are made from the run's id.
    text = re.sub(r"( at |card )[0-9a-f]{10,16}", r"\1NAME", text.replace(run_id, "RUN"))
    steady: dict[str, object] = json.loads(re.sub(r'"/[^"]*/project"', '"PROJECT"', text))
    for key, value in steady.items():
        if isinstance(value, str) and value.startswith("{"):
            steady[key] = _timeless(json.loads(value))
        elif isinstance(value, str):
            steady[key] = re.sub(r" in \d+\.\d s(?=\)|$)", "", value)  # `1 failed in 0.1 s`
    if "fingerprint" in steady and "id" in steady:
        steady["id"] = "CARD"
    return steady


def _timeless(value: object) -> object:
    if isinstance(value, dict):
        return {k: _timeless(v) for k, v in value.items() if k not in VOLATILE | {"id"}}
    return [_timeless(item) for item in value] if isinstance(value, list) else value


def outcome(result: dict[str, object]) -> object:
    """The result without times, output and the names of folders."""
    kept = {k: result[k] for k in ("status", "reason", "iterations", "verdict", "change", "tier")}
    return {**kept, "attempts": result["attempts"], "calls": result["use"]["calls"]}  # type: ignore[index]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory):
    root = tmp_path_factory.mktemp("undisturbed")
    done = drive(make_project(root / "project"), root / "data")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["status"] == "green" and result["iterations"] == 2
    return outcome(result), stored(root / "data", result["run_id"])


@pytest.mark.parametrize("instants", INSTANTS.values(), ids=INSTANTS)
def test_a_killed_run_ends_like_an_undisturbed_one(instants, undisturbed, tmp_path):
    project, data = make_project(tmp_path / "project"), tmp_path / "data"
    for instant in instants:
        killed = drive(project, data, *instant)
        assert killed.returncode == -signal.SIGKILL, f"{instant}: {killed.stdout}{killed.stderr}"
    resumed = drive(project, data)
    assert resumed.returncode == 0, resumed.stderr
    result = json.loads(resumed.stdout)
    same_outcome, same_store = undisturbed
    assert outcome(result) == same_outcome
    assert stored(data, result["run_id"]) == same_store
    assert (project / "stats.py").read_text().startswith("def total(values):\n    return -sum")
