import itertools

from budget import Budget


def test_plan_and_branch_are_apart_both_ways():
    for post, month in itertools.product("abc", range(1, 5)):
        plan = Budget("abc", [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])
        branch = plan.branch()
        branch.set(post, month, 100)
        assert plan.total() == 78
        plan.set(post, month, 0)
        assert branch.rows["abc".index(post)][month - 1] == 100


def test_branch_of_a_branch():
    plan = Budget("a", [[1]])
    second = plan.branch().branch()
    second.set("a", 1, 5)
    assert plan.rows == [[1]]
    assert isinstance(second.rows[0], list)
