"""Builds through the command line, in a process of its own, with a scripted model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str
    env: dict[str, str]
    data: Path

    @property
    def result(self) -> dict[str, Any]:
        assert self.out.strip(), self.err
        return json.loads(self.out)

    @property
    def run(self) -> Path:
        """The folder of the only run, or of the one the result is about."""
        runs = sorted((self.data / "runs").iterdir())
        return runs[-1]

    def commits(self, folder: Path) -> list[str]:
        log = ["git", "log", "--format=%s"]
        done = subprocess.run(log, check=True, cwd=folder, capture_output=True, text=True)
        return done.stdout.splitlines()


def environment(place: Path, **more: str) -> dict[str, str]:
    return {
        **os.environ,
        "VERDIGRIS_PATHS__DATA": str(place / "data"),
        "VERDIGRIS_BUILD__SAMPLES": "2",
        "VERDIGRIS_BUILD__TEST_SAMPLES": "1",
        "VERDIGRIS_BUILD__MUTANTS": "0",
        "VERDIGRIS_CASCADE__SEARCH_SECONDS": "5",
        **more,
    }


def command(place: Path, script: dict[str, Any], *words: str, python: Path) -> list[str]:
    file = place / "script.json"
    file.write_text(json.dumps(script))
    return [
        *(sys.executable, "-m", "verdigris", "build", *words),
        *("--model", f"scripted:{file}", "--python", str(python)),
    ]


def build(
    place: Path,
    goal: str,
    script: dict[str, Any],
    *words: str,
    python: Path,
    env: dict[str, str] | None = None,
) -> Done:
    own = environment(place, **(env or {}))
    goals = [goal] if goal else []
    done = subprocess.run(
        [*command(place, script, *goals, *words, python=python), "--json"],
        cwd=place, env=own, capture_output=True, text=True, timeout=300, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return Done(done.returncode, done.stdout, done.stderr, own, place / "data")
