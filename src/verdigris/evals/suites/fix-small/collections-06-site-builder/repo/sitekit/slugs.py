"""Names of pages, made from titles."""

import re
import unicodedata

_SPECIAL = str.maketrans({"ß": "ss", "æ": "ae", "ø": "o", "&": " and "})


def slug(title: str) -> str:
    """Return `Grüße & Küsse` as `grusse-and-kusse`."""
    plain = unicodedata.normalize("NFKD", title.lower().translate(_SPECIAL))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-") or "untitled"


class Slugs:
    """Hands out slugs, each once."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def unique(self, title: str) -> str:
        name = slug(title)
        count = self._taken.get(name, 0) + 1
        self._taken[name] = count
        return name if count == 1 else self.unique(f"{name} {count}")
