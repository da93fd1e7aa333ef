"""Puts the proposers together in the order of the tiers, and gives each what it works with."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from functools import partial

from verdigris.core.change import Origin
from verdigris.core.events import Searched
from verdigris.core.repair import Suspect
from verdigris.core.signature import of_result
from verdigris.edits.guard import require_allowed
from verdigris.engine.choosing import choose
from verdigris.engine.experience import learned_ideas, learned_priors
from verdigris.models.base import Reply, Request, Tier, at_once, context_of
from verdigris.proposers.base import Brief, Proposer
from verdigris.proposers.formats import form_for
from verdigris.proposers.model import ModelProposer
from verdigris.proposers.recall import Recall
from verdigris.proposers.search import Search
from verdigris.repair.candidate import Progress
from verdigris.repair.choosing.choice import Choice, rank
from verdigris.repair.choosing.green import Green
from verdigris.repair.idea import Idea
from verdigris.repair.source import Source
from verdigris.steps.asking.ask import ask, ask_several, model_for
from verdigris.steps.deps import Deps

_CHOOSING = 15.0
"""Seconds that green candidates may be tried on further inputs at most."""


def proposers(deps: Deps) -> list[Proposer]:
    """Return who is asked for a fix, in the order of the settings."""
    found: list[Proposer] = []
    for tier in deps.settings.cascade.tiers:
        if tier == "recall":
            found.append(Recall())
        elif tier == "search":
            found.append(_search(deps))
        elif tier in deps.models and not (
            # One model in both tiers is asked once.
            tier == "strong" and "fast" in deps.settings.cascade.tiers
            and ("coder" in deps.models or deps.models["strong"] is deps.models["fast"])
        ):  # fmt: skip
            found.append(_model(tier, deps))
    return found


def _search(deps: Deps) -> Search:
    own = deps.settings.cascade

    async def tell(progress: Progress, failing: int) -> None:
        await deps.bus.emit(
            Searched(
                tried=progress.tried,
                waiting=progress.waiting,
                greens=progress.greens,
                first=progress.first,
                won=progress.won,
                failing=failing,
                seconds=progress.seconds,
            )
        )

    async def learned(brief: Brief, source: Source, suspects: Sequence[Suspect]) -> list[Idea]:
        kind = of_result(brief.failure).kind
        return await learned_ideas(deps.patterns, kind, source, suspects, brief.localised)

    async def priors(brief: Brief) -> Mapping[str, float]:
        return await learned_priors(deps.patterns, of_result(brief.failure).kind)

    async def chosen(brief: Brief, greens: Sequence[Green], seconds: float) -> Choice:
        if brief.copy is None or brief.bench is None:
            return rank(greens)
        return await choose(
            greens,
            suite=deps.suite,
            tree_for=brief.copy,
            failing=brief.bench.failing,
            passing=tuple(brief.passing),
            seconds=min(seconds, _CHOOSING),
        )

    async def missed(brief: Brief) -> frozenset[bytes]:
        return await deps.memory.misses(of_result(brief.failure), brief.version)

    return Search(
        seconds=own.search_seconds,
        candidates=own.search_candidates,
        tell=tell,
        learned=learned,
        priors=priors,
        choose=chosen,
        missed=missed,
        ideas=deps.ideas,
    )


def _model(tier: Tier, deps: Deps) -> ModelProposer:
    origin: Origin = tier
    model = model_for(deps, tier, "coder")
    assert model is not None, "asked only for a tier that has a model"
    own, edits = deps.settings.models, deps.settings.edits

    async def question(request: Request) -> Reply | None:
        return await ask(deps, tier, "coder", request)

    def several(request: Request, count: int) -> AsyncGenerator[Reply, None]:
        return ask_several(deps, tier, "coder", request, count)

    return ModelProposer(
        origin,
        question,
        name=model.name,
        context_tokens=partial(context_of, model),
        samples=own.samples if tier == "fast" else 1,
        temperature=own.temperature,
        max_tokens=own.max_output_tokens,
        form=form_for(getattr(edits, f"{tier}_format"), model.name, model.context_tokens),
        check=partial(require_allowed, edits=edits),
        several=several if at_once(model) > 1 else None,
    )
