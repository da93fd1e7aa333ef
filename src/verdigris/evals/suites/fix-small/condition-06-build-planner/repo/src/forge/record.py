"""What is known about the last build of each product."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

VERSION = 1


@dataclass(frozen=True)
class Entry:
    recipe: str
    """Fingerprint of the commands."""
    sources: Mapping[str, str]
    """Names of the sources, and their fingerprints at that time."""


class Record:
    def __init__(self, entries: Mapping[str, Entry] | None = None) -> None:
        self._entries = dict(entries or {})

    def get(self, target: str) -> Entry | None:
        return self._entries.get(target)

    def note(self, target: str, entry: Entry) -> None:
        self._entries[target] = entry

    def forget(self, target: str) -> None:
        self._entries.pop(target, None)

    def dumps(self) -> str:
        entries = {target: asdict(entry) for target, entry in sorted(self._entries.items())}
        return json.dumps({"version": VERSION, "entries": entries})

    @classmethod
    def loads(cls, text: str) -> Record:
        """An unreadable record, or one of another version, is an empty one: all is built again."""
        try:
            data = json.loads(text)
            if data["version"] != VERSION:
                return cls()
            return cls({target: Entry(**entry) for target, entry in data["entries"].items()})
        except (ValueError, KeyError, TypeError, AttributeError):
            return cls()
