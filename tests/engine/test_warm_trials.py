"""From the fourth candidate on, `fix` tries them on a warm worker; green is judged cold."""

import json
import subprocess
import sys
from pathlib import Path

WRONG = ["n + 3", "n - 2", "n * n"]


def test_later_candidates_are_tried_warm_and_green_is_verified_cold(tmp_path, lean_python: Path):
    project = tmp_path / "project"
    project.mkdir()
    (project / "maths.py").write_text("def double(n):\n    return n + 2\n")
    (project / "test_maths.py").write_text(
        "from maths import double\n\n\ndef test_double():\n    assert double(5) == 10\n\n\n"
        "def test_two():\n    assert double(2) == 4\n"
    )
    script = tmp_path / "script.json"
    answers = [f"```python\ndef double(n):\n    return {body}\n```" for body in [*WRONG, "n * 2"]]
    plan = {"which function should change": "`double` adds.", "three short lines": "LESSON: x"}
    script.write_text(json.dumps({"lines": answers, "when": plan}))
    done = subprocess.run(
        [
            sys.executable, "-m", "verdigris", "fix", str(project), "--python", str(lean_python),
            "--model", f"scripted:{script}", "--ruff-cmd", "true", "--bandit-cmd", "true",
        ],
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path),
             "VERDIGRIS_PATHS__DATA": str(tmp_path / "data"),
             "VERDIGRIS_CASCADE__TIERS": "recall,fast,strong",
             "VERDIGRIS_SUITE__OBSERVE_SECONDS": "0"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    log = next((tmp_path / "data" / "runs").glob("*/events.jsonl")).read_text().splitlines()
    ran = [event for event in map(json.loads, log) if event["kind"] == "suite_ran"]
    tried = [event["where"] for event in ran if event["purpose"] == "candidate"]
    assert ["warm" in where for where in tried] == [False, False, False, True]
    judged = [event["where"] for event in ran if event["purpose"] in ("execute", "repeat")]
    assert len(judged) == 2
    assert not any("warm" in where for where in judged)
