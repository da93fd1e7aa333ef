"""One contact."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Contact:
    name: str
    email: str = ""
    phone: str = ""
    company: str = ""
    tags: frozenset[str] = frozenset()
    updated: int = 0
    """Day of the last change, as a running number."""

    @property
    def key(self) -> str:
        """Contacts with the same key are the same person."""
        return self.email.lower() or self.name.casefold()
