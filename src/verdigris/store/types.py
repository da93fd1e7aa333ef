"""Column types that take any text a program may print.

A database takes neither half a surrogate pair nor, in PostgreSQL, a NUL character; test output
holds both sooner or later. Such characters are kept as visible escapes. Documents need no such
care: their JSON is pure ASCII, so they come back exactly as they were.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import JSON, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator


def storable(text: str) -> str:
    """Return the text with NUL characters and lone surrogates as visible escapes."""
    if "\0" in text:
        text = text.replace("\0", "\\x00")
    if text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def loaded(text: str | bytes) -> Any:
    """Return what a document says; None where it is no JSON, or too deep to be read.

    None is no valid document of any kind, so whoever reads it finds that out.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class SafeText(TypeDecorator[str]):
    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else storable(value)


Document = JSON(none_as_null=True)
"""A core value as JSON. Not JSONB, which would refuse an escaped NUL."""

Json = dict[str, Any]
"""Annotation of a column that holds a document."""
