"""Reading contacts from the rows of an export."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from contacts.model import Contact


class BadRow(ValueError):
    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line


def digits(phone: str) -> str:
    """The number without blanks and dashes, a leading plus kept."""
    kept = "".join(character for character in phone if character.isdigit())
    return f"+{kept}" if phone.strip().startswith("+") else kept


def read(text: str) -> Iterator[Contact]:
    rows = csv.DictReader(text.splitlines())
    for row in rows:
        name = (row.get("name") or "").strip()
        if not name:
            raise BadRow(rows.line_num, "a contact needs a name")
        yield Contact(
            name=name,
            email=(row.get("email") or "").strip(),
            phone=digits(row.get("phone") or ""),
            company=(row.get("company") or "").strip(),
            tags=frozenset(filter(None, (row.get("tags") or "").split("|"))),
            updated=int(row.get("updated") or 0),
        )
