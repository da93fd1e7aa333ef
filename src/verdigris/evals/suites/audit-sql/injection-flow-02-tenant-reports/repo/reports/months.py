"""Figures by month for one tenant.

`pool` is an asyncpg pool. Every tenant has a slug that stands in its sub-domain.
"""

from __future__ import annotations

from decimal import Decimal


class TenantReports:
    currency = "EUR"

    def __init__(self, pool, slug: str) -> None:
        self._pool = pool
        self._slug = slug
        self._only = f"tenant = '{slug}'"

    async def turnover(self, year: int) -> dict[str, Decimal]:
        rows = await self._pool.fetch(
            f"""
            SELECT month, sum(amount) AS total
            FROM invoices
            WHERE {self._only} AND year = $1 AND currency = '{self.currency}'
            GROUP BY month
            ORDER BY month
            """,
            year,
        )
        return {row["month"]: row["total"] for row in rows}

    async def unpaid(self) -> int:
        count = "SELECT count(*) FROM invoices WHERE paid_on IS NULL AND "
        return await self._pool.fetchval(count + self._only)

    async def best_customer(self, year: int) -> str | None:
        return await self._pool.fetchval(
            "SELECT customer FROM invoices WHERE tenant = $1 AND year = $2"
            " GROUP BY customer ORDER BY sum(amount) DESC LIMIT 1",
            self._slug,
            year,
        )

    def title(self, year: int) -> str:
        return f"Turnover from {year} where tenant is '{self._slug}'"
