"""Contacts and how they are written."""

import re
from dataclasses import dataclass, field

_NOT_DIGIT = re.compile(r"[^\d+]")


@dataclass
class Contact:
    name: str
    mail: str = ""
    phone: str = ""
    groups: set[str] = field(default_factory=set)

    @property
    def sort_key(self) -> tuple[str, str]:
        """By last name, then first names."""
        first, _, last = self.name.rpartition(" ")
        return (last.casefold(), first.casefold())


def tidy_name(text: str) -> str:
    """Turn `Miller, Ann` and stray white space into `Ann Miller`."""
    last, comma, first = text.partition(",")
    return " ".join(f"{first} {last}".split()) if comma else " ".join(text.split())


def tidy_phone(text: str, country: str = "+49") -> str:
    """Return a number with digits only, and the country in front."""
    digits = _NOT_DIGIT.sub("", text)
    if not digits:
        return ""
    if digits.startswith("00"):
        return "+" + digits[2:]
    if digits.startswith("0"):
        return country + digits[1:]
    return digits if digits.startswith("+") else country + digits


def tidy_mail(text: str) -> str:
    mail = text.strip().lower()
    if mail and not re.fullmatch(r"[^@\s]+@[^@\s]+\.[a-z]+", mail):
        raise ValueError(f"not an address: {text!r}")
    return mail
