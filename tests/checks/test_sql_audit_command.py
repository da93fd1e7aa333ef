"""`verdigris audit` reads the SQL of a whole project, and the goal decides what is shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ORDERS = '''"""Orders."""


def find(conn, name):
    return conn.execute(f"SELECT * FROM orders WHERE customer = '{name}'").fetchall()


def load(path):
    try:
        return eval(open(path).read())
    except:
        return None
'''
USERS = "exports.remove = (pool, id) => pool.query('DELETE FROM users');\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    files = {
        "shop/orders.py": ORDERS,
        "web/users.js": USERS,
        "sql/report.sql": "SELECT id\nFORM orders;\n",
        "vendor/theirs.sql": "SELCT 1 FROM t;\n",
        "made/ignored.sql": "SELCT 1 FROM t;\n",
        "tests/test_orders.py": 'def test_a(conn, x):\n    conn.execute("SELCT * FROM t" + x)\n',
        ".gitignore": "made/\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    return root


def audit(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    known = {"PATH": os.environ["PATH"], "HOME": str(project.parent)}
    environment = known | {"VERDIGRIS_PATHS__DATA": str(project.parent / "data")}
    return subprocess.run(
        [sys.executable, "-m", "verdigris", "audit", str(project), *words],
        env=environment, cwd=project, capture_output=True, text=True, check=True,
    )  # fmt: skip


def test_a_goal_about_sql_shows_the_sql_of_the_whole_project_alone(project: Path) -> None:
    done = audit(project, "--goal", "Look over the SQL of the shop.", "--json")
    found = json.loads(done.stdout)["findings"]
    assert [(each["rule"], each["path"], each["line"]) for each in found] == [
        ("sql/injection", "shop/orders.py", 5),
        ("sql/typo", "sql/report.sql", 2),
        ("sql/all-rows", "web/users.js", 1),
    ]
    assert 'execute("SELECT * FROM orders WHERE customer = ?", (name,))' in found[0]["cure"]


def test_without_such_a_goal_all_rules_are_shown_with_their_cures(project: Path) -> None:
    log = project.parent / "found.sarif"
    shown = audit(project, "--sarif", str(log)).stdout
    assert "4 files" in shown and "shop/orders.py:5: name gets into the text" in shown
    assert "Write FROM." in shown and "policy/eval" in shown and "bare-except" not in shown
    assert "info; --verbose shows them" in shown
    results = json.loads(log.read_text("utf-8"))["runs"][0]["results"]
    assert {"sql/injection", "sql/typo", "sql/all-rows", "policy/eval"} <= {
        each["ruleId"] for each in results
    }
