"""Templates and tallies of one machine beside those of a shared memory.

Kept here and told there, like cards. A stranger's template is an idea like any other: what is said
of how it fared does not count, and neither do their tallies, unless they are trusted.
"""

from __future__ import annotations

from collections.abc import Sequence

from verdigris.core.template import Kept, Learned, Tallies, Tally
from verdigris.memory.patterns_sql import SqlPatterns
from verdigris.memory.shared.elsewhere import Careful


class DeliveringPatterns:
    """A PatternStore. The shared one is asked once a run for each kind of failure."""

    def __init__(self, local: SqlPatterns, shared: Careful, *, trusted: bool = False) -> None:
        self._local = local
        self._shared = shared
        self._trusted = trusted
        self._kept: dict[str, list[Kept]] = {}
        self._tallies: dict[str, list[Tally]] = {}

    async def learn(self, learned: Sequence[Learned]) -> int:
        return await self._local.learn(learned)

    async def known(self, keys: Sequence[str]) -> frozenset[str]:
        return await self._local.known(keys)

    async def of_shape(self, shape: str, limit: int = 30) -> list[Learned]:
        return await self._local.of_shape(shape, limit)

    async def tally(self, key: str, tallies: Tallies) -> bool:
        return await self._local.tally(key, tallies)

    async def forget(self, template_id: str) -> bool:
        self._kept.clear()
        return await self._local.forget(template_id)

    async def kept(self, kind: str = "", limit: int = 500) -> list[Kept]:
        if kind not in self._kept:
            self._kept[kind] = await self._shared.ask_patterns(
                lambda them: them.kept(kind), list[Kept]()
            )
        found = {one.template.id: one for one in await self._local.kept(kind, limit)}
        for theirs in self._kept[kind]:
            mine = found.get(theirs.template.id)
            # What they know of a template includes what we told them.
            if self._trusted and (mine is None or theirs.sources > mine.sources):
                found[theirs.template.id] = theirs
            elif mine is None:
                found[theirs.template.id] = _stranger(theirs)
        best = sorted(
            found.values(), key=lambda one: (-one.support - one.overall.green, one.template.id)
        )
        return best[:limit]

    async def tallies(self, kind: str = "") -> list[Tally]:
        found = {one.subject: one for one in await self._local.tallies(kind)}
        if self._trusted:
            if kind not in self._tallies:
                self._tallies[kind] = await self._shared.ask_patterns(
                    lambda them: them.tallies(kind), list[Tally]()
                )
            for theirs in self._tallies[kind]:
                mine = found.get(theirs.subject)
                if mine is None or theirs.tried > mine.tried:
                    found[theirs.subject] = theirs
        return [found[subject] for subject in sorted(found)]


def _stranger(kept: Kept) -> Kept:
    """Return a template that nothing speaks for but that somebody used it once."""
    nothing = kept.overall
    return kept.model_copy(
        update={
            "support": min(kept.support, 1.0),
            "support_here": min(kept.support_here, 1.0),
            "overall": Tally(subject=nothing.subject),
            "here": Tally(subject=nothing.subject, kind=kept.here.kind),
        }
    )
