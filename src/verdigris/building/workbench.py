"""The files a coder with tools works on: what it may see, what it may write, and how both go.

A private copy in memory: nothing is written to a disk here, and nothing is run. The rules for
paths are those of every change (`edits/guard`), and beyond them only files of the plan are
written: a program's manifest names those and no others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verdigris.building.tools import Call
from verdigris.core.paths import is_protected
from verdigris.core.syntax import syntax_error
from verdigris.core.text import count, cut, listed, tidy
from verdigris.edits.guard import clean_path
from verdigris.edits.lines import refuse_elisions
from verdigris.edits.replace import replace_once
from verdigris.errors import ModelMistake

_MOST_LISTED = 300
_LONGEST_READ = 16_000
_LARGEST = 200_000
"""Characters of one file."""

Look = Callable[[str], str | None]
"""Gives the text of a file that may be seen; None where there is none. Raises ModelMistake."""
Place = Callable[[str, str, str], str]
"""Turns a path, its text and what is to be written there into the text of the whole file."""


def whole(path: str, before: str, text: str) -> str:
    return text


@dataclass
class Workbench:
    texts: dict[str, str]
    """The files that may be written, as they are now."""
    others: Sequence[str]
    """Paths of what may be seen besides."""
    look: Look
    place: Place = whole

    @property
    def digest(self) -> str:
        """What tells one state of the files from another."""
        told = "\0".join(f"{path}\0{text}" for path, text in sorted(self.texts.items()))
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()

    def read(self, call: Call) -> str:
        path = _visible(call.path)
        text = self.texts[path] if path in self.texts else self.look(path)
        if text is None:
            raise ModelMistake(f"There is no file {path}. `list` shows what there is.")
        return cut(text, _LONGEST_READ)

    def list(self, call: Call) -> str:
        folder = "" if call.path.strip() in ("", ".", "/", "./") else f"{_visible(call.path)}/"
        names = [
            f"{path} (yours)" if path in self.texts else path
            for path in sorted({*self.texts, *self.others})
            if path.startswith(folder)
        ]
        if not names:
            raise ModelMistake(f"There is no folder {folder.rstrip('/')}.")
        more = len(names) - _MOST_LISTED
        return "\n".join(names[:_MOST_LISTED]) + (f"\n… and {more} more" if more > 0 else "")

    def create(self, call: Call) -> str:
        path = self._writable(call.path)
        before = self.texts[path]
        text = _sound(call.text, path)
        refuse_elisions(text, before, path)
        return self._take(path, self.place(path, before, _ended(text)))

    def edit(self, call: Call) -> str:
        path = self._writable(call.path)
        find, replacement = _sound(call.find, path), _sound(call.replace, path)
        refuse_elisions(replacement, self.texts[path], path)
        applied = replace_once(self.texts[path], find, replacement, path)
        said = self._take(path, applied.text)
        return f"{said} ({applied.fuzzy})" if applied.fuzzy else said

    def _take(self, path: str, text: str) -> str:
        if len(text) > _LARGEST:
            raise ModelMistake(f"{path} would have {len(text)} characters; at most {_LARGEST}.")
        if text == self.texts[path]:
            return f"{path} was like that already."
        self.texts[path] = text
        said = f"{path} is written: {count(text.count(chr(10)), 'line')}."
        error = syntax_error(path, text)
        return f"{said} It does not parse: {error}." if error else said

    def _writable(self, path: str) -> str:
        clean = _visible(path)
        if clean in self.texts:
            return clean
        if is_protected(clean):
            raise ModelMistake(f"{clean} belongs to the tests or their set-up; change the code.")
        raise ModelMistake(
            f"{clean} is not one of your files. You may write {listed(sorted(self.texts), 8)}."
        )


def _visible(path: str) -> str:
    """Return a path that may be looked at. Raises ModelMistake."""
    clean = clean_path(path)
    if any(part.startswith(".") for part in clean.split("/")):
        raise ModelMistake(f"The path {path[:80]!r} is hidden; hidden files are not for you.")
    return clean


def _sound(text: str, path: str) -> str:
    if "\0" in text or tidy(text) != text:
        raise ModelMistake(f"Your text for {path} holds characters that cannot be written.")
    return text.replace("\r\n", "\n")


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else f"{text}\n"
