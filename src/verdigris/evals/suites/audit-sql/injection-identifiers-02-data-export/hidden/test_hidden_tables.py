import sqlite3

import pytest

from export import tables
from export.web import handle


@pytest.fixture
def db():
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE orders (id INTEGER PRIMARY KEY, total);
        CREATE TABLE products (sku, name, price, approved DEFAULT 0);
        CREATE TABLE staff (name, password);
        CREATE VIEW v_partner_orders AS SELECT id, total FROM orders;
        CREATE VIEW v_partner_products AS SELECT sku, name FROM products;
        INSERT INTO orders VALUES (1, 20), (2, 30);
        INSERT INTO staff VALUES ('Kim', 'secret');
        """
    )
    yield db
    db.close()


def test_what_is_public_can_be_had(db):
    assert tables.export_public(db, "orders") == "id,total\n1,20\n2,30\n"
    assert tables.export_page(db, "orders", 1, 5) == "id,total\n2,30\n"
    assert handle(db, {"path": "/table/orders", "role": "office"}) == "id,total\n1,20\n2,30\n"


def test_no_table_name_brings_in_another_table(db):
    with pytest.raises(LookupError):
        tables.export_table(db, 'orders" UNION SELECT name, password FROM staff --')


def test_products_come_in(db):
    tables.import_rows(db, "name,sku\nrope,r1\n")
    assert db.execute("SELECT sku, name, approved FROM products").fetchall() == [("r1", "rope", 0)]


def test_a_header_cannot_set_more_than_its_columns(db):
    with pytest.raises(ValueError):
        tables.import_rows(db, '"sku, approved) SELECT ?, 1 --"\nr1\n')
    assert db.execute("SELECT count(*) FROM products WHERE approved = 1").fetchone() == (0,)
