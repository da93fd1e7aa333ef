"""What a check or an audit noticed in a file."""

from __future__ import annotations

from typing import Literal

from verdigris.core.value import Value

Severity = Literal["block", "warn", "info"]


class Finding(Value):
    rule: str
    """Stable id such as `policy/eval` or `ruff/F821`."""
    severity: Severity
    path: str
    line: int = 0
    message: str
    cure: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message} [{self.rule}]"
