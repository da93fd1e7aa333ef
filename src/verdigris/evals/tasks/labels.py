"""What is wrong in a project that is to be looked over, and how an audit of it is marked. Pure.

A label says where something is wrong. A finding counts for a label when it names the same rule and
file and a line of the label; several for one label count once. Every other finding of the rules
that the task is about is a false alarm, once for each line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Self

from pydantic import ConfigDict, Field, model_validator

from verdigris.core.finding import Finding
from verdigris.core.value import Value


class Label(Value):
    """One thing that is wrong, with where it stands."""

    model_config = ConfigDict(strict=True)

    rule: str = Field(pattern=r"^[a-z]+/[A-Za-z0-9-]+$", max_length=80)
    path: str = Field(min_length=1, max_length=500)
    line: int = Field(ge=1)
    """The first line of the statement, or of the text, that is wrong."""
    until: int | None = None
    """The last one; left out where it is the same."""
    why: str = Field(min_length=1, max_length=300)

    @model_validator(mode="after")
    def _forwards(self) -> Self:
        if self.until is not None and self.until < self.line:
            raise ValueError(f"it ends in line {self.until}, before it begins in {self.line}")
        return self

    @property
    def last(self) -> int:
        return self.until or self.line

    @property
    def place(self) -> str:
        """Rule, file and lines: `sql/typo in shop/orders.py:14-17`."""
        lines = f"{self.line}-{self.last}" if self.last > self.line else f"{self.line}"
        return f"{self.rule} in {self.path}:{lines}"

    def __str__(self) -> str:
        return f"{self.place}, {self.why}"

    def is_met_by(self, finding: Finding) -> bool:
        same = (finding.rule, finding.path) == (self.rule, self.path)
        return same and self.line <= finding.line <= self.last

    def overlaps(self, other: Label) -> bool:
        """Tell whether one finding could count for both."""
        same = (other.rule, other.path) == (self.rule, self.path)
        return same and self.line <= other.last and other.line <= self.last


class Marks(Value):
    """What an audit found of what there is, and what it found that there is not."""

    found: tuple[Label, ...] = ()
    missed: tuple[Label, ...] = ()
    false_alarms: tuple[Finding, ...] = ()
    lines: int = 0
    """Lines of code that it looked over."""

    @property
    def labels(self) -> int:
        return len(self.found) + len(self.missed)

    @property
    def reasons(self) -> tuple[str, ...]:
        """What was missed and what was false, in words."""
        return (
            *(f"missed: {label}" for label in self.missed),
            *(f"false alarm: {finding}" for finding in self.false_alarms),
        )

    def of_rule(self, rule: str) -> Marks:
        """Return what concerns one rule."""
        return self.model_copy(
            update={
                "found": tuple(one for one in self.found if one.rule == rule),
                "missed": tuple(one for one in self.missed if one.rule == rule),
                "false_alarms": tuple(one for one in self.false_alarms if one.rule == rule),
            }
        )


def is_about(rules: Iterable[str], rule: str) -> bool:
    """Tell whether a rule is one of those that a task is about, such as `sql/*`."""
    return any(fnmatchcase(rule, pattern) for pattern in rules)


def mark(
    labels: Sequence[Label], findings: Iterable[Finding], rules: Iterable[str], lines: int
) -> Marks:
    """Mark the findings of an audit by the labels of its task."""
    patterns = tuple(rules)
    counted = [one for one in findings if is_about(patterns, one.rule)]
    alarms = [one for one in counted if not any(label.is_met_by(one) for label in labels)]
    met = [label for label in labels if any(label.is_met_by(one) for one in counted)]
    return Marks(
        found=tuple(met),
        missed=tuple(label for label in labels if label not in met),
        false_alarms=tuple({(one.rule, one.path, one.line): one for one in alarms}.values()),
        lines=lines,
    )
