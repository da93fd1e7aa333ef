"""Writing contacts as vCards, as far as phones need them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from contacts.model import Contact


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;")


def _lines(contact: Contact) -> Iterator[str]:
    yield "BEGIN:VCARD"
    yield "VERSION:4.0"
    yield f"FN:{_escaped(contact.name)}"
    if contact.email:
        yield f"EMAIL:{contact.email}"
    if contact.phone:
        yield f"TEL:{contact.phone}"
    if contact.company:
        yield f"ORG:{_escaped(contact.company)}"
    if contact.tags:
        yield f"CATEGORIES:{','.join(sorted(map(_escaped, contact.tags)))}"
    yield "END:VCARD"


def vcards(contacts: Iterable[Contact]) -> str:
    return "".join(f"{line}\r\n" for contact in contacts for line in _lines(contact))
