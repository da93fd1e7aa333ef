"""Git repositories with a history of fixes, made for tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from repair.templates.template_pairs import PAIRS, Pair

ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    **{
        f"GIT_{who}_{what}": value
        for who in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "t"), ("EMAIL", "t@localhost"))
    },
}


class Repository:
    def __init__(self, root: Path) -> None:
        self.root = root
        self._day = 0
        root.mkdir(parents=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *words: str, data: str = "") -> str:
        when = f"2024-01-{1 + self._day % 28:02d}T12:00:00Z"
        environment = {**ENVIRONMENT, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        done = subprocess.run(
            ["git", *words], cwd=self.root, env=environment, input=data, capture_output=True,
            text=True, check=True,
        )  # fmt: skip
        return done.stdout.strip()

    def write(self, path: str, text: str | bytes) -> None:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))

    def commit(self, message: str, **files: str | bytes) -> str:
        """Commit files, named with two underscores for a slash and one before the ending."""
        for name, text in files.items():
            self.write(name.replace("__", "/").replace("_py", ".py"), text)
        self._day += 1
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "--cleanup=verbatim", "-F", "-", data=message)
        return self.git("rev-parse", "HEAD")

    def fix(self, number: int, pair: Pair, message: str, test: bool = True) -> str:
        """Commit a bug and, after it, its fix."""
        name = f"shop__part{number}_py"
        self.commit(f"Add part {number}", **{name: pair.before})
        files: dict[str, str | bytes] = {name: pair.after}
        if test:
            files[f"tests__test_part{number}_py"] = f"def test_it():\n    assert {number} >= 0\n"
        return self.commit(message, **files)


def with_fixes(root: Path, count: int = 12) -> Repository:
    """Make a repository with so many fixes, every third without a test."""
    made = Repository(root)
    for number, pair in enumerate(PAIRS[:count]):
        made.fix(number, pair, f"Fix wrong result: {pair.name}", test=number % 3 != 0)
    return made
