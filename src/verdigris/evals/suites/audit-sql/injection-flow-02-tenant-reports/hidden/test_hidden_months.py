import asyncio
import re
import sqlite3

import pytest

from reports.mail import monthly_mail
from reports.months import TenantReports


class Pool:
    """asyncpg's way of asking, on top of sqlite3."""

    def __init__(self, db):
        self.db = db

    def _ask(self, sql, values):
        return self.db.execute(re.sub(r"\$(\d)", r"?\1", sql), values)

    async def fetch(self, sql, *values):
        return self._ask(sql, values).fetchall()

    async def fetchval(self, sql, *values):
        row = self._ask(sql, values).fetchone()
        return row and row[0]


@pytest.fixture
def pool():
    db = sqlite3.connect(":memory:")
    db.row_factory = sqlite3.Row
    db.executescript(
        """
        CREATE TABLE invoices (tenant, customer, year, month, amount, currency, paid_on);
        INSERT INTO invoices VALUES ('blue', 'Ann', 2023, '01', 10, 'EUR', NULL),
          ('blue', 'Bob', 2023, '02', 30, 'EUR', '2023-03-01'),
          ('o''key', 'Cat', 2023, '01', 500, 'EUR', NULL);
        """
    )
    yield Pool(db)
    db.close()


def ask(coroutine):
    return asyncio.run(coroutine)


def test_turnover_is_of_one_tenant(pool):
    assert ask(TenantReports(pool, "blue").turnover(2023)) == {"01": 10, "02": 30}
    assert ask(TenantReports(pool, "x' OR 1 = 1 OR tenant = 'x").turnover(2023)) == {}


def test_unpaid_is_of_one_tenant(pool):
    assert ask(TenantReports(pool, "o'key").unpaid()) == 1
    assert ask(TenantReports(pool, "x' OR '1' = '1").unpaid()) == 0


def test_the_rest(pool):
    assert ask(TenantReports(pool, "blue").best_customer(2023)) == "Bob"
    assert ask(monthly_mail(pool, "blue", "Ann")).startswith("Dear Ann")
