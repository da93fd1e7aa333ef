import random

import pytest

from bill import balances, settle, split

PEOPLE = ["ann", "bob", "cem", "dee", "eve", "fay", "gil"]


@pytest.mark.parametrize("total", [0, 1, 6, 7, 8, 99, 100, 101, 12_345])
@pytest.mark.parametrize("count", range(1, 8))
def test_shares_are_whole_fair_and_complete(total, count):
    shares = list(split(total, PEOPLE[:count]).values())
    assert all(type(share) is int for share in shares)
    assert sum(shares) == total
    assert max(shares) - min(shares) <= 1
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("seed", range(5))
def test_settling_ends_all_debts(seed):
    rng = random.Random(seed)
    people = PEOPLE[:5]
    owed = balances([(rng.choice(people), rng.randrange(1, 9999)) for _ in range(9)], people)
    assert sum(owed.values()) == 0
    for payer, payee, cents in settle(owed):
        assert type(cents) is int and cents > 0
        owed[payer] += cents
        owed[payee] -= cents
    assert set(owed.values()) == {0}
