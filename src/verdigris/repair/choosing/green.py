"""A change that made the tests pass, and what can be read from its text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from verdigris.core.change import Change
from verdigris.repair.choosing.edit_shape import Shape, shape, size, touched
from verdigris.repair.idea import Idea


@dataclass(frozen=True)
class Green:
    """A change that makes the failing tests pass and breaks none."""

    change: Change
    ideas: tuple[Idea, ...] = ()
    weight: float = 1.0
    """How likely it was held to be before it was tried: prior times suspicion."""

    @cached_property
    def size(self) -> int:
        """How many tokens it changes."""
        return sum(size(edit.before or "", edit.after or "") for edit in self.change.edits)

    @cached_property
    def functions(self) -> frozenset[tuple[str, str]]:
        """Path and dotted name of the functions it touches; an empty name for code outside."""
        return frozenset(
            (edit.path, name)
            for edit in self.change.edits
            for name in touched(edit.before or "", edit.after or "") or ("",)
        )

    @cached_property
    def shapes(self) -> tuple[tuple[Shape, Shape], ...]:
        pairs = [(shape(edit.before or ""), shape(edit.after or "")) for edit in self.change.edits]
        return tuple((old, new) for old, new in pairs if old is not None and new is not None)

    @property
    def what(self) -> str:
        return " and ".join(idea.what for idea in self.ideas) or self.change.note
