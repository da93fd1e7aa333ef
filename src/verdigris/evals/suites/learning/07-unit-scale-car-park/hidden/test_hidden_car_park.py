import pytest

from car_park import Tariff, blocks, price


@pytest.mark.parametrize("hours", [1, 2, 3, 6])
def test_blocks_of_any_length(hours):
    tariff = Tariff(hours_a_block=hours)
    for minutes in range(1, 1440, 7):
        count = blocks(minutes, tariff)
        assert (count - 1) * hours * 60 < minutes <= count * hours * 60


def test_prices_over_a_day():
    assert [price("00:00", f"{h:02d}:00") for h in (1, 2, 3, 4, 7, 9, 12)] == [300, 300, 600, 600, 1200, 1500, 1500]
