"""The PatternStore seam: templates go in with what speaks for them, tallies say how they fare.

Every backend passes `tests/conformance/test_pattern_store.py`. Whatever is added is added once:
changes by their key, tallies by the search they come from. What experience is worth is in
`scoring.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from verdigris.core.template import PREFIX, Kept, Learned, Provenance, Tallies, Tally, Template
from verdigris.memory.scoring import faded


class PatternStore(Protocol):
    async def learn(self, learned: Sequence[Learned]) -> int:
        """Keep templates, all or none of them; return how many were not known.

        A known template gains the sources it did not have. May raise StoreError.
        """
        ...

    async def known(self, keys: Sequence[str]) -> frozenset[str]:
        """Return which changes, by their keys, something was learned from. May raise StoreError."""
        ...

    async def of_shape(self, shape: str, limit: int = 30) -> list[Learned]:
        """Return templates of one shape, the best supported first. May raise StoreError."""
        ...

    async def kept(self, kind: str = "", limit: int = 500) -> list[Kept]:
        """Return templates, the most promising first, with how they fared on a kind of failure.

        May raise StoreError.
        """
        ...

    async def tally(self, key: str, tallies: Tallies) -> bool:
        """Add what a search found out, once for each key; return whether it was new.

        May raise StoreError; then nothing was added.
        """
        ...

    async def tallies(self, kind: str = "") -> list[Tally]:
        """Return how all operators and templates fared on a kind of failure, or on all of them.

        May raise StoreError.
        """
        ...

    async def forget(self, template_id: str) -> bool:
        """Remove a template and all that is known of it; return whether it was there.

        May raise StoreError.
        """
        ...


@dataclass
class _Count:
    tried: int = 0
    green: int = 0
    recent_tried: float = 0.0
    recent_green: float = 0.0
    updated_at: float = 0.0

    def add(self, tried: int, green: int, now: float) -> None:
        less = faded(now - self.updated_at)
        self.tried += tried
        self.green += green
        self.recent_tried = self.recent_tried * less + tried
        self.recent_green = self.recent_green * less + green
        self.updated_at = now


@dataclass
class _Entry:
    template: Template
    shape: str
    sources: dict[str, Provenance] = field(default_factory=dict)

    def support(self, kind: str = "") -> float:
        return sum(s.weight for s in self.sources.values() if not kind or s.kind == kind)


class InMemoryPatterns:
    """A store that forgets when the process ends: the fake, and an agent that learns nothing."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._entries: dict[str, _Entry] = {}
        self._counts: dict[tuple[str, str], _Count] = {}
        self._added: set[str] = set()

    async def learn(self, learned: Sequence[Learned]) -> int:
        new = 0
        for one in learned:
            known = one.template.id in self._entries
            entry = self._entries.setdefault(one.template.id, _Entry(one.template, one.shape))
            for source in one.sources:
                entry.sources.setdefault(source.key, source)
            new += not known
        return new

    async def known(self, keys: Sequence[str]) -> frozenset[str]:
        learned = {key for entry in self._entries.values() for key in entry.sources}
        return frozenset(keys) & learned

    async def of_shape(self, shape: str, limit: int = 30) -> list[Learned]:
        found = [entry for entry in self._entries.values() if entry.shape == shape]
        found.sort(key=lambda entry: (-entry.support(), entry.template.id))
        return [
            Learned(template=e.template, shape=e.shape, sources=tuple(e.sources.values()))
            for e in found[:limit]
        ]

    async def kept(self, kind: str = "", limit: int = 500) -> list[Kept]:
        found = [
            Kept(
                template=entry.template,
                support=entry.support(),
                support_here=entry.support(kind) if kind else 0.0,
                sources=len(entry.sources),
                overall=self._tally(entry.template.operator, ""),
                here=self._tally(entry.template.operator, kind),
            )
            for entry in self._entries.values()
        ]
        found.sort(key=lambda kept: (-kept.support - kept.overall.green, kept.template.id))
        return found[:limit]

    async def tally(self, key: str, tallies: Tallies) -> bool:
        if key in self._added:
            return False
        self._added.add(key)
        for subject, (tried, green) in tallies.counts.items():
            count = self._counts.setdefault((subject, tallies.kind), _Count())
            count.add(tried, green, self._clock())
        return True

    async def tallies(self, kind: str = "") -> list[Tally]:
        subjects = {s for s, k in self._counts if kind in ("", k)}
        return [self._tally(subject, kind) for subject in sorted(subjects)]

    async def forget(self, template_id: str) -> bool:
        subject = f"{PREFIX}{template_id}"
        self._counts = {k: count for k, count in self._counts.items() if k[0] != subject}
        return self._entries.pop(template_id, None) is not None

    def _tally(self, subject: str, kind: str) -> Tally:
        found = [c for (s, k), c in self._counts.items() if s == subject and kind in ("", k)]
        now = self._clock()
        return Tally(
            subject=subject,
            kind=kind,
            tried=sum(c.tried for c in found),
            green=sum(c.green for c in found),
            recent_tried=sum(c.recent_tried * faded(now - c.updated_at) for c in found),
            recent_green=sum(c.recent_green * faded(now - c.updated_at) for c in found),
        )
