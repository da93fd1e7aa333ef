from __future__ import annotations

from verdigris.core.template import Kept, Tally, Template
from verdigris.memory.scoring import LEAST, MOST, chance, faded, is_retired, offers, priors


def tally(subject: str, tried: float, green: float, kind: str = "") -> Tally:
    return Tally(
        subject=subject,
        kind=kind,
        tried=round(tried),
        green=round(green),
        recent_tried=tried,
        recent_green=green,
    )


def kept(
    support: float = 1.0,
    overall: tuple[float, float] = (0, 0),
    here: tuple[float, float] = (0, 0),
    name: str = "x",
    support_here: float = 0.0,
) -> Kept:
    return Kept(
        template=Template(form="expr", before=f"{name} < 1", after=f"{name} <= 1"),
        support=support,
        support_here=support_here,
        overall=tally("template:x", *overall),
        here=tally("template:x", *here, kind="IndexError"),
    )


def test_support_speaks_for_a_template_that_was_never_tried() -> None:
    assert chance(kept(0.25)) < chance(kept(1.0)) < chance(kept(4.0))
    assert chance(kept(1000.0)) < 0.5, "but it proves nothing"


def test_having_mended_this_kind_of_failure_speaks_for_it() -> None:
    assert chance(kept(1.0, support_here=1.0)) > chance(kept(1.0))


def test_winning_raises_and_losing_lowers() -> None:
    assert chance(kept(overall=(1, 1), here=(1, 1))) > chance(kept())
    assert chance(kept(overall=(10, 0), here=(10, 0))) < chance(kept())


def test_one_lucky_try_does_not_beat_many_good_ones() -> None:
    assert chance(kept(overall=(1, 1), here=(1, 1))) < chance(kept(overall=(40, 30), here=(40, 30)))


def test_what_won_on_this_kind_of_failure_counts_more_than_what_won_on_others() -> None:
    assert chance(kept(overall=(9, 3), here=(3, 3))) > chance(kept(overall=(9, 3), here=(0, 0)))
    assert chance(kept(overall=(9, 3), here=(6, 0))) < chance(kept(overall=(9, 3), here=(0, 0)))


def test_a_template_that_never_wins_is_retired_and_not_at_once() -> None:
    assert not is_retired(kept())
    assert not is_retired(kept(overall=(30, 0), here=(30, 0)))
    assert is_retired(kept(overall=(200, 0), here=(200, 0)))
    assert not is_retired(kept(overall=(200, 20), here=(200, 20)))


def test_a_retired_template_comes_back_when_its_failures_have_faded() -> None:
    lost = kept(overall=(200 * faded(0), 0), here=(200 * faded(0), 0))
    assert is_retired(lost)
    later = 200 * faded(86400 * 365 * 2)
    assert not is_retired(kept(overall=(later, 0), here=(later, 0)))


def test_offers_come_in_order_and_without_the_retired() -> None:
    good, new, bad = (
        kept(overall=(4, 3), here=(4, 3), name="good"),
        kept(name="new"),
        kept(overall=(500, 0), here=(500, 0), name="bad"),
    )
    found = offers([new, bad, good])
    assert [offer.template for offer in found] == [good.template, new.template]
    assert found[0].weight > found[1].weight > 0
    assert offers([new, good], limit=1) == found[:1]


def test_an_operator_that_wins_is_raised_and_one_that_does_not_is_lowered() -> None:
    overall = [tally("good", 100, 10), tally("bad", 1000, 0), tally("usual", 300, 3)]
    found = priors([], overall)
    assert found["bad"] < 1 < found["good"]
    assert found["bad"] < found["usual"] < found["good"]


def test_multipliers_are_bounded() -> None:
    found = priors([], [tally("good", 10_000, 9_000), tally("bad", 10**6, 0)])
    assert (found["good"], found["bad"]) == (MOST, LEAST)


def test_little_experience_changes_little() -> None:
    found = priors([], [tally("new", 3, 0), tally("usual", 1000, 5)])
    assert 0.9 < found["new"] <= 1.0


def test_the_kind_of_failure_decides_where_enough_was_seen() -> None:
    overall = [tally("swap", 1000, 5), tally("bound", 1000, 5)]
    here = [tally("swap", 300, 5, "IndexError"), tally("bound", 300, 0, "IndexError")]
    found = priors(here, overall)
    assert found["swap"] > 1 > found["bound"]


def test_templates_have_no_share_in_the_priors_of_operators() -> None:
    found = priors([], [tally("usual", 100, 1), tally("template:abc", 100, 90)])
    assert set(found) == {"usual"}


def test_without_experience_nothing_is_multiplied() -> None:
    assert priors([], []) == {}
