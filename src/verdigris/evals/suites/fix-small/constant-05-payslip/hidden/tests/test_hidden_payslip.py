import pytest

from payslip.slip import slip
from payslip.social import contribution
from payslip.tax import parts, top_percent, yearly_tax

TABLE = [(0, 12_000_00, 0), (12_000_00, 24_000_00, 15), (24_000_00, 48_000_00, 25)]
TABLE += [(48_000_00, 90_000_00, 35), (90_000_00, 10**12, 42)]


def reference(yearly):
    return sum(max(0, min(yearly, high) - low) * percent for low, high, percent in TABLE) // 100


@pytest.mark.parametrize("yearly", [0, 1, 12_000_01, 24_000_00, 47_999_99, 48_000_00, 48_000_01])
def test_tax_around_the_limits(yearly):
    assert yearly_tax(yearly) == reference(yearly)


@pytest.mark.parametrize("yearly", [60_000_00, 89_999_99, 90_000_00, 90_000_01, 500_000_00])
def test_tax_of_high_incomes(yearly):
    assert yearly_tax(yearly) == reference(yearly)
    assert sum(part for part, _ in parts(yearly)) == yearly


def test_rates_on_the_last_cent():
    assert [top_percent(y * 100) for y in (12_000, 12_001, 48_000, 48_001, 90_000, 90_001)] == [
        0,
        15,
        25,
        35,
        35,
        42,
    ]


@pytest.mark.parametrize(
    ("monthly", "due"),
    [(1_000_00, 90_00), (4_999_00, 449_91), (5_000_00, 450_00), (5_001_00, 450_00)],
)
def test_the_ceiling_is_monthly(monthly, due):
    assert contribution(monthly) == due


def test_a_high_wage():
    high = slip(50_00, 160)
    assert (high.gross, high.social) == (8_000_00, 450_00)
    assert high.net == 8_000_00 - 450_00 - reference(96_000_00) // 12
