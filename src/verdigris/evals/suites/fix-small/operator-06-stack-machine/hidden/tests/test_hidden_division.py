import random
from fractions import Fraction
from math import trunc

import pytest

from stackvm import run, words

SPECIAL = [
    0,
    1,
    -1,
    2,
    -2,
    3,
    -3,
    7,
    -7,
    10,
    -10,
    words.LARGEST,
    words.SMALLEST,
    words.SMALLEST + 1,
]


def pairs():
    rng = random.Random(8)
    yield from ((a, b) for a in SPECIAL for b in SPECIAL if b)
    for _ in range(2000):
        b = rng.randrange(-(2 ** rng.randrange(1, 31)), 2 ** rng.randrange(1, 31)) or 1
        yield rng.randrange(words.SMALLEST, words.LARGEST + 1), b


def test_quotients_are_truncated():
    for a, b in pairs():
        assert words.divide(a, b) == words.wrap(trunc(Fraction(a, b)))


def test_quotient_and_remainder_belong_together():
    for a, b in pairs():
        quotient, rest = words.divide(a, b), words.remainder(a, b)
        assert words.wrap(quotient * b + rest) == a
        assert abs(rest) < abs(b)
        assert rest == 0 or (rest < 0) == (a < 0)


def test_results_are_whole_words():
    for a, b in pairs():
        for result in (words.divide(a, b), words.remainder(a, b)):
            assert type(result) is int
            assert words.SMALLEST <= result <= words.LARGEST


def test_the_smallest_word_by_minus_one_wraps():
    assert words.divide(words.SMALLEST, -1) == words.SMALLEST
    assert words.remainder(words.SMALLEST, -1) == 0


@pytest.mark.parametrize(
    ("a", "b", "text"), [(-9, 4, "-2\n-1\n"), (9, -4, "-2\n1\n"), (-9, -4, "2\n-1\n")]
)
def test_within_programs(a, b, text):
    assert run(f"push {a}\npush {b}\ndiv\nout\npush {a}\npush {b}\nmod\nout\nhalt") == text
