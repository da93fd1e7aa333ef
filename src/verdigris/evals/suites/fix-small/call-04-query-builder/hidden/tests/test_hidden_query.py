import itertools

from querykit import Query, eq, render, table
from querykit.render import count

STEPS = {
    "select": lambda query: query.select("a"),
    "where": lambda query: query.where(eq("b", 1)),
    "order": lambda query: query.order_by("c"),
    "limit": lambda query: query.limit(5, 2),
}


def test_the_order_of_calls_does_not_matter():
    wanted = ("SELECT a FROM t WHERE b = ? ORDER BY c LIMIT 5 OFFSET 2", (1,))
    for steps in itertools.permutations(STEPS.values()):
        query = table("t")
        for step in steps:
            query = step(query)
            assert isinstance(query, Query)
        assert render(query) == wanted


def test_a_base_query_is_not_changed():
    base = table("t").order_by("a")
    base.order_by("b")
    assert base.order == ("a",)
    assert base.order_by("-b").order == ("a", "b DESC")


def test_counting_needs_no_order():
    assert count(table("t").order_by("a").limit(3)) == ("SELECT COUNT(*) FROM t", ())
