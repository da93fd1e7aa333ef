"""What earlier runs and mined history say about a failure, for the search: ideas and priors."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from verdigris.core.repair import Localised, Suspect
from verdigris.memory import scoring
from verdigris.memory.patterns import PatternStore
from verdigris.repair.idea import Idea
from verdigris.repair.source import Source
from verdigris.repair.templates.apply import ideas_from_templates


async def learned_ideas(
    patterns: PatternStore,
    kind: str,
    source: Source,
    suspects: Sequence[Suspect],
    localised: Localised,
) -> list[Idea]:
    """Return what learned templates would do about a kind of failure in one file.

    May raise StoreError.
    """
    offers = scoring.offers(await patterns.kept(kind))
    # In a thread: hundreds of templates on a long file take a while, and the screen wants to live.
    return await asyncio.to_thread(ideas_from_templates, offers, source, suspects, localised)


async def learned_priors(patterns: PatternStore, kind: str) -> Mapping[str, float]:
    """Return how much likelier than usual each operator is for a kind of failure.

    May raise StoreError.
    """
    return scoring.priors(await patterns.tallies(kind), await patterns.tallies())
