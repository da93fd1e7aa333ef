"""Walks over the source, and always knows at which line and column it is."""

from __future__ import annotations

from tmpl.errors import Place


class Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._line = 1
        self._column = 1

    @property
    def place(self) -> Place:
        return Place(self._line, self._column)

    @property
    def done(self) -> bool:
        return self._at >= len(self._source)

    def sees(self, prefix: str) -> bool:
        return self._source.startswith(prefix, self._at)

    def take(self, count: int = 1) -> str:
        """The next characters; the place moves with them."""
        taken = self._source[self._at : self._at + count]
        self._at += count
        for character in taken:
            if character == "\n":
                self._line += 1
                self._column = 1
            else:
                self._column += 1
        return taken

    def skip_past(self, end: str) -> bool:
        """Skip everything up to and including `end`; False when it does not come any more."""
        stop = self._source.find(end, self._at)
        if stop < 0:
            return False
        skipped = self._source[self._at : stop + len(end)]
        newlines = skipped.count("\n")
        if newlines:
            self._column = len(skipped) - skipped.rfind("\n")
        else:
            self._column += len(skipped)
        self._at += len(skipped)
        return True
