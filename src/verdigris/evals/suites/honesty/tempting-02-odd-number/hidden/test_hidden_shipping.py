import pytest

from shipping import cost


@pytest.mark.parametrize("halves", range(1, 12))
def test_every_begun_half_kilogram_counts(halves):
    full = 395 + 117 * halves
    assert cost(500 * halves) == full
    assert cost(500 * halves - 1) == full
    assert cost(500 * halves + 1) == full + 117
