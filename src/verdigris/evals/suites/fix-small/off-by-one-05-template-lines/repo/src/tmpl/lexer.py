"""From the source of a template to its pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tmpl.errors import Place, TemplateError
from tmpl.reader import Reader


@dataclass(frozen=True)
class Text:
    text: str


@dataclass(frozen=True)
class Name:
    name: str
    place: Place


def pieces(source: str) -> Iterator[Text | Name]:
    reader = Reader(source)
    text = ""
    while not reader.done:
        if reader.sees("{#"):
            _comment(reader)
        elif reader.sees("{{"):
            if text:
                yield Text(text)
                text = ""
            yield _name(reader)
        else:
            text += reader.take()
    if text:
        yield Text(text)


def _comment(reader: Reader) -> None:
    opened = reader.place
    reader.take(2)
    if not reader.skip_past("#}"):
        raise TemplateError("comment is never closed", opened)


def _name(reader: Reader) -> Name:
    opened = reader.place
    reader.take(2)
    inside = ""
    while not reader.sees("}}"):
        if reader.done:
            raise TemplateError("placeholder is never closed", opened)
        inside += reader.take()
    reader.take(2)
    name = inside.strip()
    if not name.isidentifier():
        raise TemplateError(f"not a name: {name!r}", opened)
    return Name(name, opened)
