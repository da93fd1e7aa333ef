"""The shipped fake of the Proposer seam: yields the changes it was given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from verdigris.core.change import Change, Origin
from verdigris.proposers.base import Brief, Unusable


class ScriptedProposer:
    def __init__(self, candidates: Sequence[Change | Unusable], origin: Origin = "search") -> None:
        self.origin: Origin = origin
        self.briefs: list[Brief] = []
        self._candidates = tuple(candidates)

    @property
    def more(self) -> bool:
        return False

    async def propose(self, brief: Brief) -> AsyncIterator[Change | Unusable]:
        self.briefs.append(brief)
        for candidate in self._candidates:
            yield candidate
