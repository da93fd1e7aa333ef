import random

import pytest

from ignorefile.rules import Rule, ignored, parse
from ignorefile.tree import kept, summary


def test_the_last_matching_rule_decides():
    rules = parse("*.log\n!a.log\na.log\n!a.log")
    for count in range(5):
        assert ignored("a.log", rules[:count]) is (count in {1, 3})
    assert ignored("b.log", rules)


@pytest.mark.parametrize("seed", range(8))
def test_the_decision_is_that_of_the_last_match(seed):
    rng = random.Random(seed)
    rules = [Rule(rng.choice(["*", "a*", "*b", "ab", "x"]), rng.random() < 0.5) for _ in range(8)]
    for name in ("ab", "a", "b", "c", "x"):
        last = [rule for rule in rules if rule.matches(name, False)]
        assert ignored(name, rules) is (bool(last) and not last[-1].negated)


def test_a_negated_rule_alone_ignores_nothing():
    assert not ignored("a.log", parse("!a.log"))


def test_nothing_is_brought_back_below_an_ignored_folder():
    tree = {"build": {"keep.me": None}, "src": {"keep.me": None, "x": None}}
    assert list(kept(tree, parse("build/\nx\n!keep.me"))) == ["src/keep.me"]
    assert summary(tree, parse("build/\nx")) == "1 of 3 files"
