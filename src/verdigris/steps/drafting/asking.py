"""Whom a draft asks for the code of a part, how often, and in which words.

Which of the answers is right is found out elsewhere (`work`); here is only who writes them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from verdigris.core.budget import TierUse, Use
from verdigris.core.building import Agreement, Part
from verdigris.core.change import Change
from verdigris.models.base import Tier
from verdigris.steps.asking.ask import side_by_side
from verdigris.steps.coder.dialogue import coder_with_tools
from verdigris.steps.deps import Deps
from verdigris.steps.drafting.with_tools import written_with_tools
from verdigris.steps.drafting.writing import Assignment, Candidates, candidates

if TYPE_CHECKING:
    from verdigris.steps.drafting.work import Draft

ROUNDS = 3
"""How often the fast tier is asked again at most: once for any reason, then only for the sake of
examples of the goal that nobody meets, or of one that is alone."""
_WORDING, _ROUND, _ROOM = 17, 34, 200
"""Numbers in the archive: of candidates asked for in the same words, a complaint included, of a
round in both wordings, and of a part."""


async def first_round(draft: Draft, parts: Sequence[Part]) -> list[Candidates]:
    """Ask the fast tier for candidates of parts that need nothing of each other."""
    samples = draft.deps.settings.build.samples
    async with _counted(draft, "fast") as found:
        found += await side_by_side(_in_both_words(draft, part, samples) for part in parts)
    return found


async def once_more(draft: Draft, part: Part, agreement: Agreement, number: int) -> list[Change]:
    """Return as many candidates again, of other draws, with the tests that still fail shown; half
    as many where the first ones convince, and it is only to be seen whether more is possible.

    Nothing where the user wants a single one, or none could be read. The number is that of the
    round.
    """
    samples = draft.deps.settings.build.samples
    if samples < 2 or not agreement.candidates:
        return []
    samples = (samples + 1) // 2 if agreement.convinces else samples
    async with _counted(draft, "fast") as found:
        found.append(await _in_both_words(draft, part, samples, after=agreement, number=number))
    return found[0].changes


async def of_strong(draft: Draft, part: Part, agreement: Agreement) -> list[Change]:
    """Return what the strong tier offers: written with tools, else in one answer."""
    coder = await coder_with_tools(draft.deps)
    if coder is None and not _has_strong(draft.deps):
        return []
    async with _counted(draft, "strong") as found:
        if coder is not None:
            number = _numbered(draft, part, "strong") + 1
            one = await written_with_tools(draft, part, agreement, coder, number=number)
        else:
            one = await _asked(draft, part, "strong", 1, after=agreement)
        found.append(one)
    return one.changes


def _has_strong(deps: Deps) -> bool:
    models = deps.models
    return (
        "strong" in deps.settings.cascade.tiers
        and "coder" not in models
        and models.get("strong") is not models.get("fast")
    )


async def _in_both_words(
    draft: Draft, part: Part, count: int, *, after: Agreement | None = None, number: int = 0
) -> Candidates:
    """Ask for the code, one half of the times for the goal's rules first: a model that is asked in
    the same words writes much the same code, mistakes included.
    """
    first = count - count // 2
    plain, by_rules = await side_by_side(
        (
            _asked(draft, part, "fast", first, after=after, number=number),
            _asked(draft, part, "fast", count - first, after=after, number=number, beside=first),
        )
    )
    return Candidates(
        [*plain.changes, *by_rules.changes], [*plain.complaints, *by_rules.complaints]
    )


async def _asked(
    draft: Draft,
    part: Part,
    tier: Tier,
    count: int,
    *,
    after: Agreement | None = None,
    number: int = 0,
    beside: int = 0,
) -> Candidates:
    """Ask for a part so many times; `after` others came to an agreement that falls short, in the
    round of this number.

    `beside` so many that are asked for in plain words, the goal's rules are asked for first.
    """
    if not count:
        return Candidates()
    iteration = draft.state["iteration"]
    tests = _shown(draft, part, after, guesses=number == 1) if after else ""
    ended = after.crashes if after else ()
    task = Assignment(
        blueprint=draft.blueprint,
        part=part,
        language=draft.language,
        before=draft.stubs[part.path],
        written=dict(draft.texts),
        tests=tests,
        crashes=ended,
        judged_by=draft.test_files(c for c in draft.checks(part) if c.is_given),
        seed=1000 * (iteration - 1) + 100 * number + beside,
        # The likeliest answer to the same question is known already.
        greedy_first=not number or (number == 1 and bool(tests or ended)),
        step_by_step=beside > 0,
    )
    start = _numbered(draft, part, tier) + _ROUND * number + _WORDING * (beside > 0)
    return await candidates(task, tier, count, draft.deps, iteration=iteration, start=start)


def _shown(draft: Draft, part: Part, agreement: Agreement, *, guesses: bool) -> str:
    """Return the tests that are worth showing to whoever tries next: those that still fail, and as
    `guesses` those that may be right though nobody passes them.
    """
    shown = [check for check in agreement.trusted if check.name in agreement.failing]
    shown += agreement.unmet if guesses else ()
    return draft.language.test_file(part, shown) if shown else ""


def _numbered(draft: Draft, part: Part, tier: Tier) -> int:
    """Return the number behind which the candidates of a part stand in the archive."""
    number = next(i for i, one in enumerate(draft.blueprint.parts) if one.path == part.path)
    return _ROOM * number + ((ROUNDS + 1) * _ROUND if tier == "strong" else 0)


@asynccontextmanager
async def _counted(draft: Draft, tier: Tier) -> AsyncIterator[list[Candidates]]:
    """Note what a tier offers and costs."""
    meter = draft.deps.meter
    before, seconds = meter.step, meter.seconds
    found: list[Candidates] = []
    yield found
    usable = sum(len(one.changes) for one in found)
    offered = usable + sum(len(one.complaints) for one in found)
    use = meter.step - before + Use(seconds=meter.seconds - seconds)
    said = f"{usable} of {offered} usable"
    draft.spent.append(TierUse(tier=tier, candidates=usable, use=use, result=said))
