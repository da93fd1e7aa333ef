"""What one change teaches mends the same fault in other code."""

from __future__ import annotations

import pytest

from repair.templates.template_pairs import PAIRS, Pair
from repair.templates.templating import ideas_for, rank
from verdigris.core.template import Template
from verdigris.repair.templates.generalise import generalise

NAMES = [pair.name for pair in PAIRS]


@pytest.mark.parametrize("pair", PAIRS, ids=NAMES)
def test_a_template_mends_what_it_was_learned_from(pair: Pair) -> None:
    templates = generalise(pair.before, pair.after, "shop/code.py")
    found = ideas_for(templates, pair.before)
    assert rank(found, pair.before, pair.after) in range(3)


@pytest.mark.parametrize("pair", PAIRS, ids=NAMES)
def test_a_template_mends_the_same_fault_elsewhere(pair: Pair) -> None:
    templates = generalise(pair.before, pair.after, "shop/code.py")
    found = ideas_for(templates, pair.other)
    assert rank(found, pair.other, pair.fixed) in range(3)


def test_all_lessons_together_still_mend_each_case() -> None:
    """Fifty changes in one memory: the right idea comes within a short search."""
    lessons = {t.id: t for p in PAIRS for t in generalise(p.before, p.after, "shop/code.py")}
    places = [rank(ideas_for([*lessons.values()], p.other), p.other, p.fixed) for p in PAIRS]
    assert None not in places
    assert sum(place < 60 for place in places if place is not None) > 0.9 * len(PAIRS)


def test_templates_survive_json() -> None:
    for pair in PAIRS:
        for template in generalise(pair.before, pair.after, "shop/code.py"):
            again = Template.model_validate_json(template.model_dump_json())
            assert again == template
            assert again.id == template.id


def test_names_of_the_project_are_not_kept() -> None:
    before = "def ship(parcel, depot):\n    return depot.weigh(parcel) < parcel.secret_limit\n"
    after = before.replace("<", "<=")
    kept = " ".join(t.model_dump_json() for t in generalise(before, after))
    assert kept
    assert not {"ship", "parcel", "depot", "weigh", "secret"} & {*kept.replace("_", " ").split()}


def test_renaming_everything_gives_the_same_templates() -> None:
    before = "def {0}({1}, {2}):\n    return [{3} for {3} in {1} if {3}.{4} < {2}][:3]\n"
    after = before.replace("<", "<=")
    here, there = ("ship", "boxes", "limit", "b", "weight"), ("f", "q", "r", "s", "t")
    one = [t.id for t in generalise(before.format(*here), after.format(*here))]
    assert one == [t.id for t in generalise(before.format(*there), after.format(*there))]
    assert one


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("x = items[:n]\n", "x = items[:n + 1]\n", "x[:y] → x[:y + 1]"),
        ("f(a, a)\n", "f(a, b)\n", "x(y, y) → x(y, z)"),
        ("return_ = a is b\n", "return_ = a == b\n", "x is y → x == y"),
    ],
)
def test_a_template_reads_well(before: str, after: str, said: str) -> None:
    assert said in [str(template) for template in generalise(before, after)]
