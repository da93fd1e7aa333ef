"""Tests that no candidate passes, and that may be right all the same. Pure.

Most tests that nobody passes are wrong, so none of them is trusted. But an answer whose other tests
are trusted knew what was wanted: what it asks for besides is worth another draw, with these tests
shown. A program that then passes them, and all that is trusted, has more on its side; one that
bends for a wrong test seldom passes the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from verdigris.building.agreement import NOBODY
from verdigris.building.claims import contradicted
from verdigris.building.crashes import is_of_the_test
from verdigris.building.telling import AGAINST, OUTVOTED
from verdigris.core.building import Agreement, Check, Quarantined

MOST = 4


def unmet(agreement: Agreement) -> tuple[Check, ...]:
    """Return the tests to show, at most four, none that another of them contradicts."""
    refused = {one.check.name: one for one in agreement.quarantined}
    trusted = Counter(one.sample for one in agreement.trusted if one.origin == "criterion")
    written = trusted + Counter(
        one.check.sample for one in refused.values() if one.check.origin == "criterion"
    )
    found = [
        one.check
        for one in refused.values()
        if _fails_everywhere(one) and 2 * trusted[one.check.sample] >= written[one.check.sample]
    ]
    return tuple(_uncontradicted(found, agreement.trusted)[:MOST])


def doubt(agreements: Sequence[Agreement]) -> str:
    """Return why what is green is verified in part only; nothing where it is wholly.

    Where more of the goal's tests fail with every candidate than are trusted, the trusted ones say
    little: the candidates may all have missed the same thing.
    """
    said = [
        check
        for one in agreements
        for check in one.trusted
        if check.origin not in ("smoke", "custom")
    ]
    refused = [each for one in agreements for each in one.quarantined]
    found = [each.check for each in refused if _fails_everywhere(each)]
    failing, trusted = len(_uncontradicted(found, said)), len(said)
    doubts: list[str] = []
    if failing > trusted:
        doubts.append(
            f"{failing} of {trusted + failing} tests that were written from the goal pass with no "
            "program that was tried, so these tests are wrong, or all the programs are"
        )
    if unusual := [each.check.says for each in refused if _is_unusual(each)]:
        doubts.append(f"what is usual does not hold: {'; '.join(unusual)}")
    return ". Also, ".join(doubts)


def _is_unusual(one: Quarantined) -> bool:
    """Tell whether the program does not do something that any such program should."""
    failed = one.reason.startswith((NOBODY, AGAINST, OUTVOTED))
    return one.check.origin == "smoke" and bool(one.check.says) and failed


def _uncontradicted(found: Sequence[Check], trusted: Sequence[Check]) -> list[Check]:
    """Return the tests that neither a trusted one nor another of them speaks against."""
    said = (*trusted, *found)
    return [one for one in found if not any(contradicted(one.body, two.body) for two in said)]


def _fails_everywhere(one: Quarantined) -> bool:
    """Tell whether a test fails with every candidate, and not by a fault of its own."""
    return (
        one.check.origin == "criterion"
        and one.reason.startswith(NOBODY)
        and not is_of_the_test(one.reason.removeprefix(f"{NOBODY}: "))
    )
