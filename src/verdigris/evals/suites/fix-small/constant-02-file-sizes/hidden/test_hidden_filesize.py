import pytest

from filesize import UNITS, human, machine


@pytest.mark.parametrize("power", range(1, 5))
@pytest.mark.parametrize("count", [1, 2, 5, 20, 512])
def test_whole_units(power, count):
    assert human(count * 2 ** (10 * power)) == f"{count} {UNITS[power]}"
    assert machine(f"{count} {UNITS[power]}") == count << (10 * power)


@pytest.mark.parametrize("power", range(1, 5))
def test_just_below_a_unit_the_smaller_one_is_used(power):
    assert human(2 ** (10 * power) - 1).endswith(f" {UNITS[power - 1]}")


def test_beyond_the_largest_unit():
    assert human(5000 * 2**40) == "5000 TiB"


def test_halves_are_read_back():
    for power in range(1, 5):
        size = 3 << (10 * power - 1)
        assert machine(human(size)) == size
