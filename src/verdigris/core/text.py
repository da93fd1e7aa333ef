"""Text from outside: from bytes and back, and cut for a model, a log or a store.

Masking credentials is in `secrets`, and offered here beside the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from verdigris.core.secrets import MASK as MASK
from verdigris.core.secrets import alike as alike
from verdigris.core.secrets import between
from verdigris.core.secrets import mask as mask

_PATH = re.compile(r"(?<![\w.:/\\~])(?:[A-Za-z]:)?(?:[\\/][\w.+@~-]+){2,}")

Encoding = Literal["utf-8", "latin-1"]
"""How a file's bytes became text. Latin-1 stands for anything that is not UTF-8: it gives every
byte back as it was, whatever the file's real encoding is."""


def decode(data: bytes) -> tuple[str, Encoding]:
    """Return a file's text and how it was read. `encode` with the same gives the same bytes."""
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


def encode(text: str, encoding: Encoding = "utf-8") -> bytes:
    """Return a text's bytes. Raises UnicodeEncodeError where the encoding lacks a character."""
    return text.encode(encoding, "strict" if encoding == "latin-1" else "surrogateescape")


def tidy(text: str) -> str:
    """Replace what cannot be written as UTF-8: lone surrogates, which outside JSON may hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def cut(text: str, limit: int) -> str:
    """Keep the head and the tail of a long text and say how much is missing between them.

    Never cuts through a credential: half of one would not be known for what it is, and not masked.
    """
    if len(text) <= limit:
        return text
    at = limit * 2 // 5
    head, tail = between(text, at)[0], between(text, len(text) - (limit - at))[1]
    return f"{text[:head]}\n… {tail - head} characters left out …\n{text[tail:]}"


def count(number: int, what: str) -> str:
    """Return `1 test`, `2 tests`."""
    return f"{number} {what}" + ("" if number == 1 else "s")


def listed(names: Sequence[str], most: int = 3) -> str:
    """Return the first few names, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def without_folders(text: str) -> str:
    """Return a text in which absolute paths are cut to their last part."""
    return _PATH.sub(lambda found: "…/" + re.split(r"[\\/]", found.group())[-1], text)


def one_line(text: str, limit: int = 160) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"
