"""Which cells depend on which."""

from __future__ import annotations

from collections import defaultdict

from tinysheet.errors import SheetError
from tinysheet.nodes import references
from tinysheet.parser import parse
from tinysheet.refs import Ref
from tinysheet.sheet import Sheet


def readers(sheet: Sheet) -> dict[Ref, set[Ref]]:
    """For each cell that is read, the cells whose formulas read it."""
    found: dict[Ref, set[Ref]] = defaultdict(set)
    used = sheet.used()
    for ref in used or ():
        text = sheet.text(ref)
        if not text.startswith("="):
            continue
        try:
            for read in references(parse(text[1:])):
                found[read].add(ref)
        except SheetError:
            continue
    return dict(found)


def affected(sheet: Sheet, place: str) -> list[str]:
    """All cells whose value may change with this one, in the order of the sheet."""
    by_cell = readers(sheet)
    seen: set[Ref] = set()
    todo = [Ref.parse(place)]
    while todo:
        for reader in by_cell.get(todo.pop(), ()):
            if reader not in seen:
                seen.add(reader)
                todo.append(reader)
    return [str(ref) for ref in sorted(seen)]
