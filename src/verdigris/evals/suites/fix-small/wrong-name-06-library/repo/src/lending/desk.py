"""What happens at the desk: lending, returning, renewing, paying."""

from __future__ import annotations

from datetime import date

from lending.calendar import OpeningDays
from lending.catalogue import Catalogue, Copy
from lending.errors import NotAllowed, NotAvailable
from lending.fines import fine, pay
from lending.holds import Holds
from lending.loans import Loan, Loans
from lending.readers import Reader, Readers

FINES_LIMIT = 1000
"""Who owes more than this borrows nothing."""


class Desk:
    def __init__(
        self, catalogue: Catalogue, readers: Readers, opening: OpeningDays | None = None
    ) -> None:
        self.catalogue = catalogue
        self.readers = readers
        self.opening = opening or OpeningDays()
        self.loans = Loans()
        self.holds = Holds()

    def lend(self, isbn: str, number: int, today: date) -> Loan:
        reader = self.readers[number]
        self._check(reader)
        self.catalogue.title(isbn)
        copy = self._pick(isbn, number)
        self.holds.picked_up(copy.barcode)
        reader.history.append(isbn)
        return self.loans.start(copy.barcode, number, today, reader.group.loan_days)

    def take_back(self, barcode: str, today: date) -> int:
        """The fine for this copy, which is also noted with the reader."""
        loan = self.loans.end(barcode)
        reader = self.readers[loan.reader]
        due = fine(loan, reader.group, today, self.opening)
        reader.fines += due
        self.holds.set_aside(self.catalogue.copy(barcode).isbn, barcode)
        return due

    def renew(self, barcode: str, today: date) -> Loan:
        """Not for titles that somebody waits for."""
        loan = self.loans[barcode]
        if self.holds.waiting(self.catalogue.copy(barcode).isbn):
            raise NotAllowed("somebody is waiting for it")
        return self.loans.renew(barcode, today, self.readers[loan.reader].group.loan_days)

    def pay(self, number: int, amount: int) -> int:
        """The change."""
        reader = self.readers[number]
        reader.fines, change = pay(reader.fines, amount)
        return change

    def _check(self, reader: Reader) -> None:
        if reader.fines > FINES_LIMIT:
            raise NotAllowed(f"{reader.name} owes too much")
        if len(self.loans.of(reader.number)) >= reader.group.most_loans:
            raise NotAllowed(f"{reader.name} has enough books")

    def _pick(self, isbn: str, number: int) -> Copy:
        """A copy set aside for this reader, else any that is free."""
        copies = [copy for copy in self.catalogue.copies(isbn) if not copy.reference]
        inside = [copy for copy in copies if copy.barcode not in self.loans]
        for copy in inside:
            if self.holds.kept_for(copy.barcode) == number:
                return copy
        for copy in inside:
            if self.holds.kept_for(copy.barcode) is None:
                return copy
        raise NotAvailable(isbn)
