import sqlite3

import pytest

from shop.database import add_views, fill, open_shop


@pytest.fixture
def db():
    db = open_shop()
    yield db
    db.close()


def test_an_email_belongs_to_one_customer(db):
    db.execute("INSERT INTO customers (name, email) VALUES ('Jo', 'jo@example.org')")
    with pytest.raises(sqlite3.IntegrityError):
        db.execute("INSERT INTO customers (name, email) VALUES ('Joe', 'jo@example.org')")


def test_products_get_a_number(db):
    db.execute("INSERT INTO products (name, form, cents) VALUES ('Honey', 'jar', 650)")
    assert db.execute("SELECT id FROM products").fetchone() == (1,)


def test_a_new_shop_is_filled(db):
    fill(db)
    assert db.execute("SELECT max(id), max(cents) FROM products").fetchone() == (5, 900)


def test_the_accountant_gets_views(db):
    add_views(db)
    db.execute("INSERT INTO products (name, form, cents) VALUES ('Honey', 'jar', 650)")
    assert db.execute("SELECT * FROM product_forms").fetchall() == [("jar", 1, 650)]
    assert db.execute("SELECT * FROM orders_by_village").fetchall() == []
