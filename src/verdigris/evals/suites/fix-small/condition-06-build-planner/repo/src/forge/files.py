"""The files of a project, in memory. Nothing here touches the disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256


class Files:
    def __init__(self, contents: Mapping[str, str] | None = None) -> None:
        self._contents = dict(contents or {})

    def __contains__(self, name: object) -> bool:
        return name in self._contents

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._contents))

    def read(self, name: str) -> str:
        return self._contents[name]

    def write(self, name: str, content: str) -> None:
        self._contents[name] = content

    def remove(self, name: str) -> None:
        self._contents.pop(name, None)

    def fingerprint(self, name: str) -> str:
        """Changes with the content, and with nothing else; empty when there is no such file."""
        if name not in self._contents:
            return ""
        return digest(self._contents[name])


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
