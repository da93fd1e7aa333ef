"""An address book: contacts without duplicates."""

from collections.abc import Iterable, Iterator

from contacts import Contact


class Book:
    def __init__(self) -> None:
        self._contacts: list[Contact] = []

    def add(self, contact: Contact) -> Contact:
        """Add a contact, or merge it into the one with the same address or the same name."""
        for known in self._contacts:
            same_mail = bool(contact.mail) and contact.mail == known.mail
            if same_mail or contact.name.casefold() == known.name.casefold():
                known.mail = known.mail or contact.mail
                known.phone = known.phone or contact.phone
                known.groups |= contact.groups
                return known
        self._contacts.append(contact)
        return contact

    def add_all(self, contacts: Iterable[Contact]) -> None:
        for contact in contacts:
            self.add(contact)

    def group(self, name: str) -> list[Contact]:
        return [contact for contact in self if name in contact.groups]

    def __iter__(self) -> Iterator[Contact]:
        return iter(sorted(self._contacts, key=lambda contact: contact.sort_key))

    def __len__(self) -> int:
        return len(self._contacts)
