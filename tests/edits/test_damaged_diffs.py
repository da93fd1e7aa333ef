"""A damaged diff is applied where it was meant, or refused; never anywhere else unnoticed."""

from __future__ import annotations

from collections import Counter

import pytest
from damaged import DAMAGES, Case, cases, same

from verdigris.core.syntax import syntax_error
from verdigris.edits.answer import read_answer
from verdigris.errors import ModelMistake

CASES, SEED = 2400, 4
PARTS = 4


def outcome(case: Case) -> str:
    """Return what came of a case: `exact` and `fuzzy` are in the right place."""
    try:
        read = read_answer(f"```diff\n{case.diff}```\n", {"part.py": case.before}, ["part.py"])
    except ModelMistake as mistake:
        assert str(mistake)
        return "refused"
    text, (_, fuzzy) = read.texts["part.py"], read.how["part.py"]
    assert text is not None
    if not same(text, case.meant):
        return "wrong"
    assert not fuzzy or not syntax_error("part.py", text)
    return "fuzzy" if fuzzy else "exact"


@pytest.mark.parametrize("part", range(PARTS))
def test_no_damage_puts_a_change_anywhere_else(part: int) -> None:
    counted: Counter[str] = Counter()
    seen: set[str] = set()
    for case in cases(CASES // PARTS, SEED * 1000 + part):
        found = outcome(case)
        assert found != "wrong", f"case {case.number}, {', '.join(case.damage)}:\n{case.diff}"
        counted[found] += 1
        seen.update(case.damage)
    assert seen == set(DAMAGES)
    # Refusing everything would be safe as well, and of no use.
    assert counted["exact"] + counted["fuzzy"] > CASES // PARTS * 0.6
