import sqlite3
from datetime import date

import pytest

from nightly.run import run_job

TODAY = date(2024, 6, 1)


@pytest.fixture
def db():
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE vouchers (id INTEGER PRIMARY KEY, issued_on, amount, state);
        CREATE TABLE carts (id INTEGER PRIMARY KEY, touched_on);
        CREATE TABLE cart_items (cart);
        CREATE TABLE products (price, offer_price, offer_from, offer_until);
        INSERT INTO vouchers (issued_on, amount, state) VALUES
          ('2023-01-01', 5, 'open'), ('2024-05-01', 5, 'open'), ('2024-05-01', 0, 'open');
        INSERT INTO carts (touched_on) VALUES ('2024-05-01'), ('2024-05-31');
        INSERT INTO cart_items VALUES (1), (2);
        INSERT INTO products VALUES (10, 8, '2024-05-30', '2024-06-03'), (10, 9, '2024-07-01', '2024-07-02');
        """
    )
    yield db
    db.close()


def test_only_old_vouchers_expire(db):
    run_job(db, "vouchers", TODAY)
    states = [row[0] for row in db.execute("SELECT state FROM vouchers ORDER BY id")]
    assert states == ["expired", "open", "void"]


def test_only_old_carts_go(db):
    assert run_job(db, "carts", TODAY) == 2
    assert db.execute("SELECT id FROM carts").fetchall() == [(2,)]


def test_offers_change_the_price(db):
    assert run_job(db, "prices", TODAY) == 1
    assert db.execute("SELECT price FROM products").fetchall() == [(8,), (10,)]
