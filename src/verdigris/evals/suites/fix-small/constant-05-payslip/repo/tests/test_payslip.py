import pytest

from payslip.slip import Slip, slip, wages
from payslip.social import contribution
from payslip.tax import monthly_tax, top_percent, yearly_tax


def test_small_incomes_are_free_of_tax():
    assert yearly_tax(12_000_00) == 0


def test_the_second_band():
    assert yearly_tax(20_000_00) == 1_200_00


def test_the_fourth_band():
    assert yearly_tax(60_000_00) == 1_800_00 + 6_000_00 + 4_200_00


def test_the_highest_rate():
    assert top_percent(200_000_00) == 42


def test_monthly_tax_is_a_twelfth():
    assert monthly_tax(1_500_00) == 75_00


def test_social_insurance_of_a_usual_wage():
    assert contribution(3_000_00) == 270_00


def test_social_insurance_has_a_ceiling():
    assert contribution(8_000_00) == 450_00


def test_overtime_costs_half_as_much_again():
    assert wages(20_00, 160, 10) == 3_500_00


def test_negative_hours():
    with pytest.raises(ValueError):
        wages(20_00, -1)


def test_a_small_slip():
    assert slip(10_00, 100) == Slip(gross=1_000_00, tax=0, social=90_00)


def test_lines_of_a_slip():
    assert Slip(1_000_00, 0, 90_00).lines()[-1] == "net           910.00"
