import pytest

from budget import Budget


@pytest.fixture
def plan():
    return Budget(["rent", "food"], [[700, 700, 700], [300, 250, 280]])


def test_total(plan):
    assert plan.total() == 2930
    assert plan.total(2) == 950


def test_set(plan):
    plan.set("food", 1, 200)
    assert plan.total(1) == 900


def test_a_branch_begins_alike(plan):
    assert plan.branch().total() == 2930


def test_a_branch_has_posts_of_its_own(plan):
    branch = plan.branch()
    branch.add_post("fun")
    assert plan.posts == ["rent", "food"]
    assert len(plan.rows) == 2


def test_what_a_branch_saves(plan):
    branch = plan.branch()
    branch.set("food", 3, 180)
    assert branch.saved(plan) == 100


def test_posts_and_rows():
    with pytest.raises(ValueError):
        Budget(["rent"], [])
