"""From rows, as a CSV or JSON reader gives them, to contacts. Fields may be missing or None."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from contacts import Contact, tidy_mail, tidy_name, tidy_phone

Row = Mapping[str, str | None]


@dataclass
class Imported:
    contacts: list[Contact] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def read_rows(rows: Iterable[Row]) -> Imported:
    """Read every row that can be read; what is wrong with the others is told."""
    done = Imported()
    for number, row in enumerate(rows, start=1):
        try:
            done.contacts.append(read_row(row))
        except ValueError as error:
            done.problems.append(f"row {number}: {error}")
    return done


def read_row(row: Row) -> Contact:
    name = tidy_name(text_of(row, "name"))
    if not name:
        raise ValueError("no name")
    groups = {group.strip() for group in text_of(row, "groups").split(";") if group.strip()}
    return Contact(
        name, tidy_mail(text_of(row, "mail")), tidy_phone(text_of(row, "phone")), groups
    )


def text_of(row: Row, column: str) -> str:
    """Return a field's text; empty where there is none."""
    return (row.get(column) or "").strip()
