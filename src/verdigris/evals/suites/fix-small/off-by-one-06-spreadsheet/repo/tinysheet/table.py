"""Reading and writing whole sheets: CSV, and a picture in text."""

from __future__ import annotations

import csv
import io

from tinysheet.refs import Ref, column_name
from tinysheet.sheet import Sheet


def load(text: str) -> Sheet:
    sheet = Sheet()
    for row, cells in enumerate(csv.reader(io.StringIO(text))):
        for column, typed in enumerate(cells):
            sheet[Ref(row, column)] = typed
    return sheet


def dump(sheet: Sheet, formulas: bool = False) -> str:
    """Values as they are shown, or what was typed."""
    used, out = sheet.used(), io.StringIO()
    if used is None:
        return ""
    writer = csv.writer(out, lineterminator="\n")
    for row in range(used.last.row + 1):
        refs = [Ref(row, column) for column in range(used.last.column + 1)]
        writer.writerow([sheet.text(ref) if formulas else sheet.shown(ref) for ref in refs])
    return out.getvalue()


def picture(sheet: Sheet, width: int = 8) -> str:
    """The sheet with the names of its columns and rows around it."""
    used = sheet.used()
    if used is None:
        return "(empty)"
    columns = range(used.last.column + 1)
    lines = [" " * 4 + "".join(f"{column_name(column):>{width}}" for column in columns)]
    for row in range(used.last.row + 1):
        shown = (sheet.shown(Ref(row, column))[:width] for column in columns)
        lines.append(f"{row + 1:>4}" + "".join(f"{text:>{width}}" for text in shown))
    return "\n".join(lines)
