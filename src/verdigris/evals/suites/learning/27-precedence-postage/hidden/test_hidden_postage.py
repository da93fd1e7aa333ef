import pytest

from postage import A_KILO, BASE, INSURANCE, price


@pytest.mark.parametrize("zone", ["home", "abroad"])
@pytest.mark.parametrize("islands", [1, 2, 3])
@pytest.mark.parametrize("kilos", [1, 2, 7])
def test_all_of_the_way_is_longer(zone, islands, kilos):
    plain = price(kilos * 1000, zone)
    assert plain == BASE[zone] + kilos * A_KILO
    assert price(kilos * 1000, zone, islands=islands) == plain * islands
    assert price(kilos * 1000, zone, True, islands) == plain * islands + INSURANCE
