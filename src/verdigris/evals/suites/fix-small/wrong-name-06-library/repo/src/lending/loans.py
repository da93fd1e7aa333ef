"""Loans that are running."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from lending.errors import NotAllowed, NotFound

MOST_RENEWALS = 2


@dataclass(frozen=True)
class Loan:
    barcode: str
    reader: int
    made: date
    due: date
    renewals: int = 0


class Loans:
    """By barcode: a copy is lent to one reader at most."""

    def __init__(self) -> None:
        self._loans: dict[str, Loan] = {}

    def start(self, barcode: str, reader: int, today: date, days: int) -> Loan:
        loan = Loan(barcode, reader, today, today + timedelta(days))
        self._loans[barcode] = loan
        return loan

    def end(self, barcode: str) -> Loan:
        if barcode not in self._loans:
            raise NotFound("loan of copy", barcode)
        return self._loans.pop(barcode)

    def renew(self, barcode: str, today: date, days: int) -> Loan:
        """The time starts again today. Raises NotAllowed after the last renewal."""
        loan = self[barcode]
        if loan.renewals >= MOST_RENEWALS:
            raise NotAllowed(f"{barcode} was renewed {loan.renewals} times")
        renewed = replace(loan, due=today + timedelta(days), renewals=loan.renewals + 1)
        self._loans[barcode] = renewed
        return renewed

    def __getitem__(self, barcode: str) -> Loan:
        if barcode not in self._loans:
            raise NotFound("loan of copy", barcode)
        return self._loans[barcode]

    def __contains__(self, barcode: str) -> bool:
        return barcode in self._loans

    def __iter__(self) -> Iterator[Loan]:
        return iter(self._loans.values())

    def of(self, reader: int) -> list[Loan]:
        return [loan for loan in self if loan.reader == reader]
