"""What an eval hears of a run: candidates are counted up to the first green one."""

from __future__ import annotations

from verdigris.core.budget import TierUse
from verdigris.core.events import CandidateTried, Event, Searched, TierSpent
from verdigris.evals.entrants.watching import Watch


def tried(result: str, origin: str = "fast", fingerprint: str = "aa") -> CandidateTried:
    return CandidateTried(origin=origin, fingerprint=fingerprint, result=result)


async def heard(*events: Event) -> Watch:
    watch = Watch()
    for event in events:
        await watch.hear(event)
    return watch


async def test_the_first_green_of_a_search_is_told_by_its_number_and_not_by_when_it_is_heard() -> (
    None
):
    watch = await heard(
        Searched(tried=40, waiting=9),
        Searched(tried=310, waiting=9, greens=2, first=57),
        Searched(tried=360, waiting=0, greens=3, first=57),
        tried("2 of 2 failing tests pass", "search"),
    )
    assert watch.first_green == 57


async def test_candidates_of_earlier_tiers_and_searches_come_before() -> None:
    watch = await heard(
        tried("0 of 2 failing tests pass", "recall"),
        Searched(tried=100, waiting=0),
        tried("1 of 2 failing tests pass", "search"),  # offered again, not another one
        Searched(tried=20, waiting=5),  # another search
        tried("unusable: no code", "", ""),
        tried("1 of 2 failing tests pass"),
        tried("2 of 2 failing tests pass"),
    )
    assert watch.first_green == 1 + 100 + 20 + 3
    assert (watch.unusable, watch.misses) == (1, 3)


async def test_what_a_search_cut_off_is_no_other_search() -> None:
    spent = TierSpent(spent=TierUse(tier="search", candidates=96))
    watch = await heard(
        Searched(tried=100, waiting=9),
        Searched(tried=96, waiting=13),  # four would not end
        spent,
        Searched(tried=99, waiting=10),  # the same goes on
        spent,
        tried("2 of 2 failing tests pass"),
    )
    assert watch.first_green == 99 + 1


async def test_where_nothing_was_green_there_is_no_first() -> None:
    assert (await heard(Searched(tried=10, waiting=0))).first_green == 0
    assert (await heard(tried("1 of 2 failing tests pass"))).first_green == 0
