"""One real run of two iterations, made once; every test gets it fresh, with its project."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from verdigris.cli.main import app
from verdigris.errors import VerdigrisError

CODE = (
    "def total(values):\n    return -sum(values)\n\n\n"
    "def mean(values):\n    return total(values) / (len(values) + 1)\n"
)
FIXED = CODE.replace("-sum", "sum").replace("(len(values) + 1)", "len(values)")
TESTS = (
    "from stats import mean, total\n\n\n"
    "def test_total():\n    assert total([1, 2, 3]) == 6\n\n\n"
    "def test_mean():\n    assert mean([2, 4]) == 3\n"
)
ANSWERS = {
    "which function should change": "The function `total` adds wrongly.",
    "Answer with three short lines": "ROOT CAUSE: a sign\nLESSON: look at both\nNEXT: mean",
    "The bug is in `mean`": "```\ndef mean(values):\n    return total(values) / len(values)\n```",
    "The bug is in `total`": "```python\ndef total(values):\n    return sum(values)\n```",
}


def git(folder: Path, *words: str) -> str:
    env = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    done = subprocess.run(["git", *words], cwd=folder, env=env, capture_output=True, check=True)
    return done.stdout.decode()


@dataclass(frozen=True)
class Place:
    project: Path
    data: Path
    run_id: str
    python: Path

    @property
    def folder(self) -> Path:
        return self.data / "runs" / self.run_id

    def read(self) -> str:
        return (self.project / "stats.py").read_text()

    def status(self) -> str:
        return git(self.project, "status", "--porcelain")


def call(*words: str) -> str:
    """Run a command in this process; a refusal goes on as the error it is."""
    done = CliRunner().invoke(app, words)
    if isinstance(done.exception, VerdigrisError):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, lean_python: Path) -> Place:
    root = tmp_path_factory.mktemp("run")
    project = root / "project"
    project.mkdir()
    (project / "stats.py").write_text(CODE)
    (project / "test_stats.py").write_text(TESTS)
    git(project, "init", "--quiet", "-b", "main")
    git(project, "config", "user.name", "Jo")
    git(project, "config", "user.email", "jo@example.org")
    git(project, "add", ".")
    git(project, "commit", "--quiet", "-m", "first")
    (root / "answers.json").write_text(json.dumps({"when": ANSWERS}))
    command = ["fix", str(project), "--model", f"scripted:{root}/answers.json", "--json",
               "--python", str(lean_python), "--sandbox", "process"]  # fmt: skip
    env = {"VERDIGRIS_PATHS__DATA": str(root / "data"),
             "VERDIGRIS_CASCADE__TIERS": "recall,fast,strong",
             "VERDIGRIS_SUITE__OBSERVE_SECONDS": "0", "VERDIGRIS_MODELS__SAMPLES": "1",
           "VERDIGRIS_CHECKS__RUFF_CMD": "true", "VERDIGRIS_CHECKS__BANDIT_CMD": "true",
           "VERDIGRIS_CONFIG": str(root / "none.toml")}  # fmt: skip
    done = CliRunner().invoke(app, command, env=env)
    assert done.exit_code == 0, (done.output, done.exception)
    shutil.copytree(root, root.with_name("pristine"), symlinks=True)
    return Place(project, root / "data", json.loads(done.stdout)["run_id"], lean_python)


@pytest.fixture
def place(made: Place, monkeypatch: pytest.MonkeyPatch) -> Place:
    root = made.project.parent
    shutil.rmtree(root)
    shutil.copytree(root.with_name("pristine"), root, symlinks=True)
    monkeypatch.setenv("VERDIGRIS_PATHS__DATA", str(made.data))
    monkeypatch.setenv("VERDIGRIS_CASCADE__TIERS", "recall,fast,strong")
    monkeypatch.setenv("VERDIGRIS_SUITE__OBSERVE_SECONDS", "0")
    monkeypatch.setenv("VERDIGRIS_CHECKS__RUFF_CMD", "true")
    monkeypatch.setenv("VERDIGRIS_CHECKS__BANDIT_CMD", "true")
    monkeypatch.setenv("COLUMNS", "200")
    for variable in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.chdir(made.project)
    return made
