"""Lists as CSV, for the town's office."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from lending.catalogue import Catalogue
from lending.loans import Loan
from lending.readers import Reader


def loans_csv(loans: Iterable[Loan], catalogue: Catalogue) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["copy", "title", "reader", "made", "due"])
    for loan in loans:
        title = catalogue.title(catalogue.copy(loan.barcode).isbn)
        writer.writerow([loan.barcode, title.name, loan.reader, loan.made, loan.due])
    return out.getvalue()


def fines_csv(readers: Iterable[Reader]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["reader", "name", "cents"])
    for reader in sorted(readers, key=lambda found: -found.fines):
        writer.writerow([reader.number, reader.name, reader.fines])
    return out.getvalue()
