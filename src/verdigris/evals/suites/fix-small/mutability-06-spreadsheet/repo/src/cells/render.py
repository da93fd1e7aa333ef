"""A sheet as text and as CSV."""

import csv
import io

from cells.address import Address
from cells.sheet import Sheet


def grid(sheet: Sheet) -> list[list[str]]:
    columns, rows = sheet.size
    return [[sheet.shown(str(Address(c, r))) for c in range(columns)] for r in range(rows)]


def render(sheet: Sheet) -> str:
    rows = grid(sheet)
    if not rows:
        return ""
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    return "\n".join(
        " | ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows
    )


def to_csv(sheet: Sheet) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(grid(sheet))
    return out.getvalue()


def from_csv(text: str) -> Sheet:
    sheet = Sheet()
    for r, row in enumerate(csv.reader(io.StringIO(text))):
        for c, source in enumerate(row):
            if source:
                sheet.set(str(Address(c, r)), source)
    return sheet
