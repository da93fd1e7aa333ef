import pytest

from parking import Tariff, fee, receipt


def test_a_short_stop_is_free():
    assert fee(5) == 0


def test_the_grace_period_includes_its_last_minute():
    assert fee(20) == 0


def test_past_the_grace_period_the_first_half_hour_is_due():
    assert fee(21) == 150


def test_begun_half_hours_count():
    assert fee(61) == 450


def test_a_day_has_a_cap():
    assert fee(23 * 60) == 1800


def test_the_next_day_starts_again():
    assert fee(24 * 60 + 31) == 1800 + 300


def test_negative_stays_are_refused():
    with pytest.raises(ValueError):
        fee(-1)


def test_receipt_shows_time_and_money():
    assert receipt(95, Tariff(free_minutes=0)) == "1:35 h  6.00"
