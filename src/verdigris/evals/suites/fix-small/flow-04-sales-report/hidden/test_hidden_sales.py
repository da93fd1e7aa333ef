import random

from sales import Sale
from totals import totals


def test_every_level_adds_up():
    numbers = random.Random(21)
    for size in (1, 3, 10, 60):
        sales = [
            Sale(
                numbers.choice("ns"),
                numbers.choice("pqr"),
                numbers.randrange(1, 5),
                numbers.randrange(1, 900),
            )
            for _ in range(size)
        ]
        total = totals(sales)
        assert total.units == sum(sale.units for sale in sales)
        assert total.cents == sum(sale.units * sale.cents for sale in sales)
        for region in total.parts:
            own = [sale for sale in sales if sale.region == region.name]
            assert region.units == sum(sale.units for sale in own)
            assert len({shop.name for shop in region.parts}) == len(region.parts)
            for shop in region.parts:
                sold = [sale for sale in own if sale.shop == shop.name]
                assert shop.cents == sum(sale.units * sale.cents for sale in sold)


def test_mean():
    total = totals([Sale("a", "b", 1, 10), Sale("a", "b", 3, 30), Sale("a", "c", 4, 50)])
    assert total.mean_cents == 300 / 8
