import pytest

from metrics import Counter, Histogram, Registry


def observed(values, bounds=(1, 5, 10)):
    histogram = Histogram("size", "Sizes.", bounds)
    for value in values:
        histogram.observe(value)
    return histogram


def test_counters_count_per_label():
    hits = Counter("hits", "Hits.")
    hits.add(path="/")
    hits.add(2, path="/")
    hits.add(path="/about")
    assert (hits.value(path="/"), hits.value(path="/about"), hits.value()) == (3, 1, 0)


def test_counters_never_go_down():
    with pytest.raises(ValueError):
        Counter("hits", "Hits.").add(-1)


def test_observations_between_bounds():
    assert observed([0.5, 3, 7, 7, 20]).cumulative() == [1, 2, 4, 5]


def test_an_observation_on_a_bound_belongs_to_that_bucket():
    assert observed([1, 5, 10]).cumulative() == [1, 2, 3, 3]


def test_the_quantile_is_a_bound():
    assert observed([0.5, 0.6, 3, 7]).quantile(0.5) == 1


def test_no_quantile_of_nothing():
    with pytest.raises(LookupError):
        observed([]).quantile(0.5)


def test_bounds_must_ascend():
    with pytest.raises(ValueError):
        Histogram("size", "Sizes.", (5, 1))


def test_names_are_unique():
    registry = Registry()
    registry.register(Counter("hits", "Hits."))
    with pytest.raises(ValueError):
        registry.register(Counter("hits", "Again."))


def test_the_text_format():
    registry = Registry()
    registry.register(observed([0.5, 5], bounds=(1, 5)))
    assert registry.text().splitlines() == [
        "# HELP size Sizes.",
        "# TYPE size histogram",
        'size_bucket{le="1"} 1',
        'size_bucket{le="5"} 2',
        'size_bucket{le="+Inf"} 2',
        "size_sum 5.5",
        "size_count 2",
    ]
