"""A small project with the exact report its tests must give."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Project:
    name: str
    files: dict[str, str]
    report: dict[str, str]
    """By id: the outcome and, after a colon, what `TestResult.reason` says of a failure."""
    runs: str = "python -m pytest"
    """The command that must be found, or that is given."""
    given: bool = False
    """Whether the command is given rather than found."""
    ending: str = "finished"
    message: str = ""
    """What the report's own message must contain."""
    needs: str = ""
    """A component: node, jest or vitest."""
    only: tuple[str, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)
    test_seconds: float | None = None

    def put(self, folder: Path) -> Path:
        for name, text in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        return folder
