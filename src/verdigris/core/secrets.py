"""Masking what looks like a credential. Pure, and quick on a megabyte.

Three kinds are masked: shapes that providers gave their keys (`secret_shapes`), values that stand
beside a telling name (`secret_values`), and values that the caller knows. What was found once is
masked wherever else it stands. What merely looks random is left alone: hashes, UUIDs and images
are code like any other.
"""

from __future__ import annotations

import base64
import itertools
import json
import re
from collections.abc import Iterable, Iterator, Sequence

from verdigris.core.secret_shapes import after_escape
from verdigris.core.secret_values import LEAST, credentials, occurrences
from verdigris.core.secret_values import looks_secret as looks_secret

MASK = "[masked]"
_PART = 6
"""Of a known value that was cut in two, pieces this long are masked."""
_CUT = re.compile(r"\s?(?:…|\.\.\. \d+ characters left out)")
"""What stands where a text was cut short: by us, or by what reports from inside the tests."""
_CUT_ENDS = ("…", "…\n", "left out ...\n")
_MOST_FOUND = 200
"""So many values are looked for elsewhere; a hostile text with thousands would take long."""
_WORD = re.compile(r"[a-z]{1,11}\Z")
"""A value such as `postgres`, which stands everywhere and mostly means something else."""
_LETTERS = re.compile(r"[A-Za-z_-]+\Z")

_QUOTES = ('"', "'", "`")
_A_MASK = re.compile(r"\[masked(?: [\w-]{1,20})?\]")
_REACH = 20_000
"""Characters around a place within which a credential that it lies in begins and ends."""


def mask(text: str, secrets: Sequence[str] = ()) -> str:
    """Replace what looks like a credential, and what is known to be one.

    Keeps the name in `api_key = "…"`, hides the value.
    """
    return Masker(secrets, numbered=False).mask(text)


class Masker:
    """Masks texts that belong together, and puts back what it masked.

    Each secret has a mask of its own, so that an answer that repeats one can be understood.
    """

    def __init__(
        self, secrets: Sequence[str] = (), *, texts: Sequence[str] = (), numbered: bool = True
    ) -> None:
        """`texts` are those to be masked, where there are several: what one shows, all hide."""
        self._known = {
            form: _LETTERS.match(form) is not None
            for form in _forms(secret for secret in secrets if not _WORD.match(secret))
        }
        self._found: dict[str, None] = {}
        self._numbered = numbered
        self._masks: dict[str, str] = {}
        self._label = ""
        for text in texts:
            self._learn(text)
        if numbered and any(MASK[:-1] in text for text in texts):
            self._label = _label(texts)

    def mask(self, text: str) -> str:
        if self._numbered and not self._masks and not self._label and MASK[:-1] in text:
            self._label = _label([text])
        spans = [*self._learn(text), *self._elsewhere(text)]
        done, end = [], 0
        for start, stop in _merged(spans):
            done += [text[end:start], self._mask_of(text[start:stop])]
            end = stop
        return "".join([*done, text[end:]])

    def restore(self, text: str) -> str:
        """Put back what was masked."""
        for secret, placed in reversed(self._masks.items()):
            text = text.replace(placed, secret)
        return text

    def _learn(self, text: str) -> list[tuple[int, int]]:
        """Return where credentials stand, and remember them."""
        spans = list(credentials(text))
        for start, stop in spans:
            value = text[start:stop]
            if text[max(start - 3, 0) : start] == "://":
                value = value.partition(":")[2]  # who it is for is no secret
            if len(value) >= LEAST and not _WORD.match(value) and len(self._found) < _MOST_FOUND:
                self._found[value] = None
        return spans

    def _elsewhere(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where known and found values stand, whatever is beside them."""
        for value, whole in self._known.items():
            for at in occurrences(text, value):
                if not whole or _is_whole(text, at, at + len(value)):
                    yield at, at + len(value)
            if _CUT.search(text):
                yield from _halves(text, value)
        for value in self._found:
            # What could be a name in the code is a secret only where it is a text as well.
            check = _is_quoted if _LETTERS.match(value) else None
            for at in occurrences(text, value):
                if check is None or check(text, at, at + len(value)):
                    yield at, at + len(value)

    def _mask_of(self, secret: str) -> str:
        if not self._numbered:
            return MASK
        number = len(self._masks) + 1
        if self._label:
            return self._masks.setdefault(secret, f"[masked {self._label}-{number}]")
        return self._masks.setdefault(secret, MASK if number == 1 else f"[masked {number}]")


def masks_in(text: str) -> int:
    """Return how many masks stand in a text."""
    return len(_A_MASK.findall(text))


def between(text: str, at: int) -> tuple[int, int]:
    """Return the places nearest before and after one that cut no credential in two."""
    near, far = max(at - _REACH, 0), at + _REACH
    for start, stop in _merged(credentials(text[near:far])):
        if near + start < at < near + stop:
            return near + start, near + stop
    return at, at


def _label(texts: Sequence[str]) -> str:
    """Return what tells our masks from those that were there before us."""
    labels = (f"a{number}" for number in itertools.count(1))
    return next(each for each in labels if not any(f"[masked {each}-" in text for text in texts))


def _is_whole(text: str, start: int, stop: int) -> bool:
    """Tell whether letters are words of their own here and not a part of longer ones."""
    before, after = text[max(start - 1, 0) : start], text[stop : stop + 1]
    if after.isalnum() or after == "_":
        return False
    return not (before.isalnum() or before == "_") or after_escape(text, start)


def _halves(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yield where a value was cut in two by whoever shortened the text before it came here."""
    for at in occurrences(text, value[:_PART]):
        size = alike(text[at : at + len(value)], value)
        if size < len(value) and _CUT.match(text, at + size):
            yield at, at + size
    for at in occurrences(text, value[-_PART:]):
        end = at + _PART
        before = text[max(end - len(value), 0) : end]
        size = alike(before[::-1], value[::-1])
        if size < len(value) and text.endswith(_CUT_ENDS, 0, end - size):
            yield end - size, end


def alike(one: str, other: str) -> int:
    """Return in how many characters two texts begin alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _is_quoted(text: str, start: int, stop: int) -> bool:
    return text[max(start - 1, 0) : start] in _QUOTES and text[stop : stop + 1] in _QUOTES


def _forms(secrets: Iterable[str]) -> set[str]:
    """Return values as they may turn up: as they are, escaped, quoted for a URL, in base64."""
    forms: set[str] = set()
    for secret in secrets:
        if len(secret) >= LEAST:
            data = secret.encode("utf-8", "surrogateescape")
            forms |= {secret, json.dumps(secret)[1:-1], repr(secret)[1:-1], _percent(data)}
            forms.add(base64.b64encode(data).decode())
    return forms


def _percent(data: bytes) -> str:
    plain = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"
    return "".join(chr(byte) if byte in plain else f"%{byte:02X}" for byte in data)


def _merged(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield spans in order, those that overlap as one."""
    start = end = -1
    for first, last in sorted(spans):
        if first < end:
            end = max(end, last)
            continue
        if end > start:
            yield start, end
        start, end = first, last
    if end > start:
        yield start, end
