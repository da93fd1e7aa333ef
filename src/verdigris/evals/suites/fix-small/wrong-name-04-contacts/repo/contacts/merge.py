"""Making one contact out of several entries for the same person."""

from __future__ import annotations

from collections.abc import Iterable

from contacts.model import Contact


def merge(one: Contact, other: Contact) -> Contact:
    """The newer entry wins field by field; what it leaves empty comes from the older one.

    Tags of both are kept.
    """
    older, newer = sorted((one, other), key=lambda contact: contact.updated)
    return Contact(
        name=newer.name or older.name,
        email=newer.email or older.email,
        phone=newer.phone or older.email,
        company=newer.company or older.company,
        tags=newer.tags | older.tags,
        updated=newer.updated,
    )


def unite(contacts: Iterable[Contact]) -> list[Contact]:
    """One contact per person, in the order of their first entries."""
    people: dict[str, Contact] = {}
    for contact in contacts:
        known = people.get(contact.key)
        people[contact.key] = merge(known, contact) if known else contact
    return list(people.values())
