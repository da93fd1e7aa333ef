"""Each operator mends the faults it is there for: every row of the table, by it alone."""

from __future__ import annotations

from collections import Counter

import pytest
from bugs import PATH, Bug, bugs, ideas, rank, suspects_of

from verdigris.core.repair import Localised
from verdigris.repair.operators import OPERATORS
from verdigris.repair.source import Source

NAMES = [operator.name for operator in OPERATORS]


def only(operator: str) -> dict[str, float]:
    return {name: float(name == operator) for name in NAMES}


@pytest.mark.parametrize("bug", [*bugs()], ids=lambda bug: f"{bug.operator}: {bug.what}")
def test_an_operator_mends_the_faults_of_its_kind(bug: Bug) -> None:
    source = Source(PATH, bug.wrong)
    found = ideas(source, suspects_of(bug, source), Localised(), only(bug.operator))
    assert rank(bug, found) is not None, [idea.what for idea in found]


def test_no_operator_is_without_a_fault_in_the_table() -> None:
    known = Counter(bug.operator for bug in bugs())
    assert set(NAMES) == set(known)
    assert known.total() >= 350


def test_names_are_given_once_and_priors_are_shares() -> None:
    assert len(NAMES) == len(set(NAMES))
    assert all(0 < operator.prior <= 1 for operator in OPERATORS)
    assert all(operator.example for operator in OPERATORS)
