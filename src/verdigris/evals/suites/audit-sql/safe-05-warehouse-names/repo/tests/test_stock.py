import sqlite3

import pytest

from warehouse.setup import columns_of, create
from warehouse.stock import Stock


def test_stock():
    db = sqlite3.connect(":memory:")
    create(db)
    stock = Stock(db)
    stock.put("b'1", "A", 3)
    stock.put("b'1", "A", 4)
    stock.put("c2", "B", 0)
    assert stock.pieces("b'1") == 7
    assert stock.empty_bins() == ["B"]
    assert stock.open_moves() == []
    stock.finish(1)
    assert stock.totals() == {"stock": 2, "moves": 0}
    assert columns_of(db, "wh_stock") == ["sku", "bin", "pieces"]
    with pytest.raises(ValueError):
        columns_of(db, "wh_stock); DROP TABLE wh_stock --")
    db.close()
