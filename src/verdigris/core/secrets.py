"""Finding what looks like a credential, and masking it. Pure, and quick on a megabyte.

Three kinds are found: shapes that providers gave their keys (`secret_shapes`), values that stand
beside a telling name (`password = "…"`), and values that the caller knows. What merely looks random
is left alone: hashes, UUIDs and images are code like any other.
"""

from __future__ import annotations

import base64
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from verdigris.core.secret_shapes import after_escape, shaped

MASK = "[masked]"
_LEAST = 8
"""Known values shorter than this stand in too many places to be told from ordinary words."""

_WORDS = (
    "password", "passwd", "passphrase", "pwd", "secret", "token", "credential", "credentials",
    "api_key", "api-key", "apikey", "key", "auth",
)  # fmt: skip
"""What the name of a secret ends in."""
_STRICT = re.compile(r"(?i)passw(?:or)?d|passphrase|pwd|secret|credential|api[_-]?key")
"""Beside these a value is a secret whatever it looks like."""
_NAME_BEFORE = re.compile(r"[A-Za-z0-9_.-]*\Z")
_ASSIGNED = re.compile(
    r"(?:_base|_value|_?\d{1,2})?[\"'\]]{0,2}(?P<sign>[ \t]{0,8}(?::=|=>|[:=])[ \t]{0,8})"
    r"(?:[rbuRBU]{0,2}(?P<quote>[\"'`])(?P<quoted>[^\"'`\s]{8,400})(?P=quote)"
    r"|(?P<bare>[A-Za-z0-9!#*+/@^_~.-]{8,200}={0,2})(?![\w(\[.]))"
)
_HEADER = re.compile(r"\s{1,4}(?P<value>[A-Za-z0-9_~+/.=-]{16,400})")
_PLACEHOLDER = re.compile(
    r"[<{$%*]|(?:x+|\.+|-+|\*+)\Z|(?:your|my|the)[-_]|.*\[masked", re.IGNORECASE
)
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z_0-9]*(?:\.[A-Za-z_][A-Za-z_0-9]*)*\Z")
_NO_SECRET = re.compile(
    r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\Z|(?:sha(?:1|256|384|512)|md5)[:-]|\d[\d._:-]*\Z"
    r"|(?:[0-9a-f]{40}|[0-9a-f]{64})\Z",
    re.IGNORECASE,
)
"""What is random and still no secret, beside a name such as `cache_key`: ids, hashes, numbers."""
_ASCII = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def mask(text: str, secrets: Sequence[str] = ()) -> str:
    """Replace what looks like a credential, and what is known to be one.

    Keeps the name in `api_key = "…"`, hides the value.
    """
    return Masker(secrets, numbered=False).mask(text)


class Masker:
    """Masks texts that belong together, and puts back what it masked.

    Each secret has a mask of its own, so that an answer that repeats one can be understood.
    """

    def __init__(self, secrets: Sequence[str] = (), *, numbered: bool = True) -> None:
        self._secrets = sorted(_forms(secrets), key=len, reverse=True)
        self._numbered = numbered
        self._masks: dict[str, str] = {}
        self._ambiguous = False

    def mask(self, text: str) -> str:
        if self._numbered and MASK[:-1] in text:
            self._ambiguous = True  # it was there before us: nobody could tell ours from theirs
        for secret in self._secrets:
            if secret in text:
                text = text.replace(secret, self._mask_of(secret))
        done, end = [], 0
        for start, stop in _merged(_spans(text)):
            done += [text[end:start], self._mask_of(text[start:stop])]
            end = stop
        return "".join([*done, text[end:]])

    def restore(self, text: str) -> str:
        """Put back what was masked."""
        if self._ambiguous:
            return text
        for secret, placed in self._masks.items():
            text = text.replace(placed, secret)
        return text

    def _mask_of(self, secret: str) -> str:
        if not self._numbered:
            return MASK
        number = len(self._masks) + 1
        return self._masks.setdefault(secret, MASK if number == 1 else f"[masked {number}]")


def looks_secret(name: str, value: str) -> bool:
    """Tell whether a variable of this name and value holds a credential."""
    bare = re.sub(r"[_.-]?(?:id|\d+)$", "", name.lower())
    if not bare.endswith(_WORDS) or len(value) < _LEAST or _PLACEHOLDER.match(value):
        return False
    if value.startswith(("/", "~/", "./")) or value.isdigit():
        return False
    return bool(_STRICT.search(name)) or _is_random(value)


def _forms(secrets: Iterable[str]) -> set[str]:
    """Return values as they may turn up: as they are, escaped, quoted for a URL, in base64."""
    forms: set[str] = set()
    for secret in secrets:
        if len(secret) >= _LEAST:
            data = secret.encode("utf-8", "surrogateescape")
            forms |= {secret, json.dumps(secret)[1:-1], repr(secret)[1:-1], _percent(data)}
            forms.add(base64.b64encode(data).decode())
    return forms


def _percent(data: bytes) -> str:
    plain = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"
    return "".join(chr(byte) if byte in plain else f"%{byte:02X}" for byte in data)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    yield from shaped(text)
    lower = text.lower()
    if len(lower) != len(text):  # as that of some letters does; places would no longer agree
        lower = text.translate(_ASCII)
    for word in _WORDS:
        for at in _occurrences(lower, word):
            if span := _assigned(text, at, at + len(word)):
                yield span
    for word in ("bearer", "basic"):
        for at in _occurrences(lower, word):
            found = _HEADER.match(text, at + len(word))
            if found and _starts(text, at) and _is_sent(word, found["value"]):
                yield found.span("value")


def _is_sent(scheme: str, value: str) -> bool:
    """Tell whether a word after `bearer` or `basic` is a credential and not English."""
    return _is_random(value) and (scheme == "bearer" or not set("_~.-") & set(value))


def _occurrences(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def _starts(text: str, at: int) -> bool:
    """Tell whether a word of a name begins here: `_token`, `authToken`, and not `monkey`."""
    if at == 0 or not text[at - 1].isalnum() or after_escape(text, at):
        return True
    return text[at].isupper() and text[at - 1].islower()


def _assigned(text: str, at: int, end: int) -> tuple[int, int] | None:
    found = _ASSIGNED.match(text, end)
    if found is None or not _starts(text, at):
        return None
    before = _NAME_BEFORE.search(text[max(at - 40, 0) : at])
    name = (before.group() if before else "") + text[at:end]
    if found["quoted"] and _is_value(name, found["quoted"]):
        return found.span("quoted")
    if found["bare"] and _is_bare_value(name, found["bare"], found["sign"]):
        return found.span("bare")
    return None


def _is_value(name: str, value: str) -> bool:
    """Tell whether a quoted text beside a telling name is the secret itself."""
    if _PLACEHOLDER.match(value):
        return False
    if _STRICT.search(name):
        return True
    if name.lower().endswith("token"):
        return any(letter.isdigit() for letter in value)  # else a lexer's: `token = "IDENTIFIER"`
    return len(value) >= 16 and _is_random(value)


def _is_bare_value(name: str, value: str, sign: str) -> bool:
    """Tell whether something unquoted is a value of a settings file and not an expression."""
    if _PLACEHOLDER.match(value) or not _is_random(value):
        return False
    if _IDENTIFIER.match(value):
        setting = name.isupper() and sign == "="  # `API_TOKEN=a1b2…`, as in a file of variables
        return setting or (len(value) >= 20 and _entropy(value) > 3.5 and "_" not in value)
    return True


def _is_random(value: str) -> bool:
    if _NO_SECRET.match(value):
        return False
    digits = sum(letter.isdigit() for letter in value)
    return 0 < digits < len(value) and _entropy(value) > 2.7


def _entropy(value: str) -> float:
    """Return bits a character: about 2 for words, above 3.5 for what a machine made."""
    size = len(value)
    return -sum(n / size * math.log2(n / size) for n in Counter(value).values())


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
