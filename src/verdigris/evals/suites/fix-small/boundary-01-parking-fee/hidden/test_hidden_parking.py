import pytest

from parking import Tariff, fee, receipt


@pytest.mark.parametrize("grace", [0, 1, 10, 15, 29, 30, 45, 90])
def test_exactly_the_grace_period_is_free_for_any_tariff(grace):
    assert fee(grace, Tariff(free_minutes=grace)) == 0


@pytest.mark.parametrize("grace", [0, 1, 10, 15, 29, 30, 45, 90])
def test_one_minute_more_costs(grace):
    tariff = Tariff(free_minutes=grace, per_half_hour=200, day_cap=9000)
    assert fee(grace + 1, tariff) == 200 * (grace // 30 + 1)


def test_fees_never_fall_with_time():
    fees = [fee(m) for m in range(0, 3 * 24 * 60)]
    assert fees == sorted(fees)


def test_receipt_of_a_free_stay():
    assert receipt(20) == "0:20 h  0.00"
