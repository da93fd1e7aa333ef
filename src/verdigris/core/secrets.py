"""Finding what looks like a credential, and masking it. Pure, and quick on a megabyte.

Three kinds are found: shapes that providers gave their keys (`secret_shapes`), values that stand
beside a telling name (`password = "…"`), and values that the caller knows. What was found once is
masked wherever else it stands. What merely looks random is left alone: hashes, UUIDs and images
are code like any other.
"""

from __future__ import annotations

import base64
import itertools
import json
import re
from collections.abc import Iterable, Iterator, Sequence

from verdigris.core.secret_shapes import after_escape, entropy, is_random, shaped

MASK = "[masked]"
_LEAST = 8
"""Known values shorter than this stand in too many places to be told from ordinary words."""
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

_WORDS = (
    "password", "passwd", "passphrase", "pwd", "secret", "token", "credential", "credentials",
    "api_key", "api-key", "apikey", "key", "auth", "pass",
)  # fmt: skip
"""What the name of a secret ends in."""
_STRICT = re.compile(
    r"(?i)passw(?:or)?d|passphrase|pwd|secret|credential|api[_-]?key|(?-i:_PASS\Z)"
)
"""Beside these a value is a secret whatever it looks like."""
_NAME_BEFORE = re.compile(r"[A-Za-z0-9_.-]*\Z")
_ASSIGNED = re.compile(
    r"(?:_base|_value|_?\d{1,2})?[\"'\]]{0,2}(?:[ \t]{0,8}:[ \t]{0,8}[A-Za-z_][\w.\[\]| ]{0,40})?"
    r"(?P<sign>[ \t]{0,8}(?:[:=!]=|=>|[:=])[ \t]{0,8})"
    r"(?:\(?[rbuRBU]{0,2}(?P<quote>[\"'`])(?P<quoted>[^\"'`\r\n]{8,400})(?P=quote)"
    r"|(?P<bare>[A-Za-z0-9!#*+/@^_~.-]{8,200}={0,2})(?![\w(\[.]))"
)
_DEFAULT = re.compile(
    r"""[ \t\r\n]{0,40}["'](?P<name>[A-Za-z0-9_.-]{1,60})["'],[ \t\r\n]{0,40}"""
    r"""[rbuRBU]{0,2}(?P<quote>["'])(?P<value>[^"'\s]{8,400})(?P=quote)"""
)
"""What follows `getenv(`: the name of a variable, and a value in its place."""
_SUM = re.compile(r"(?:[A-Za-z_]\w{0,5}|\d{1,6})(?:[*+/](?:[A-Za-z_]\w{0,5}|\d{1,6}))+\Z")
"""Arithmetic without blanks: `i*31+j*17`."""
_HEADER = re.compile(r"\s{1,4}(?P<value>[A-Za-z0-9_~+/.=-]{16,400})")
_PLACEHOLDER = re.compile(
    r"[<{$%*]|(?:x+|\.+|-+|\*+)\Z|(?:your|my|the)[-_]|.*\[masked", re.IGNORECASE
)
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z_0-9]*(?:\.[A-Za-z_][A-Za-z_0-9]*)*\Z")
_QUOTES = ('"', "'", "`")
_A_MASK = re.compile(r"\[masked(?: [\w-]{1,20})?\]")
_REACH = 20_000
"""Characters around a place within which a credential that it lies in begins and ends."""
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
        spans = list(_spans(text))
        for start, stop in spans:
            value = text[start:stop]
            if text[max(start - 3, 0) : start] == "://":
                value = value.partition(":")[2]  # who it is for is no secret
            if len(value) >= _LEAST and not _WORD.match(value) and len(self._found) < _MOST_FOUND:
                self._found[value] = None
        return spans

    def _elsewhere(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where known and found values stand, whatever is beside them."""
        for value, whole in self._known.items():
            for at in _occurrences(text, value):
                if not whole or _is_whole(text, at, at + len(value)):
                    yield at, at + len(value)
            if _CUT.search(text):
                yield from _halves(text, value)
        for value in self._found:
            # What could be a name in the code is a secret only where it is a text as well.
            check = _is_quoted if _LETTERS.match(value) else None
            for at in _occurrences(text, value):
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
    for start, stop in _merged(_spans(text[near:far])):
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
    for at in _occurrences(text, value[:_PART]):
        size = alike(text[at : at + len(value)], value)
        if size < len(value) and _CUT.match(text, at + size):
            yield at, at + size
    for at in _occurrences(text, value[-_PART:]):
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


def looks_secret(name: str, value: str) -> bool:
    """Tell whether a variable of this name and value holds a credential."""
    if not _is_named(name) or len(value) < _LEAST or _PLACEHOLDER.match(value):
        return False
    if value.startswith(("/", "~/", "./")) or value.isdigit():
        return False
    return bool(_STRICT.search(name)) or is_random(value)


def _is_named(name: str) -> bool:
    return re.sub(r"[_.-]?(?:id|\d+)$", "", name.lower()).endswith(_WORDS)


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
    for word in ("getenv(", "environ.get(", "environ.setdefault(", "setenv("):
        for at in _occurrences(text, word):
            found = _DEFAULT.match(text, at + len(word))
            if found and _is_named(found["name"]) and _is_value(found["name"], found["value"]):
                yield found.span("value")
    for word in ("bearer", "basic"):
        for at in _occurrences(lower, word):
            found = _HEADER.match(text, at + len(word))
            if found and _starts(text, at) and _is_sent(word, found["value"]):
                yield found.span("value")


def _is_sent(scheme: str, value: str) -> bool:
    """Tell whether a word after `bearer` or `basic` is a credential and not English."""
    return is_random(value) and (scheme == "bearer" or not set("_~.-") & set(value))


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
    if found["quoted"] and _is_quoted_value(name, found["quoted"], found["sign"]):
        return found.span("quoted")
    if found["bare"] and _is_bare_value(name, found["bare"], found["sign"]):
        return found.span("bare")
    return None


def _is_quoted_value(name: str, value: str, sign: str) -> bool:
    """Tell whether a quoted text is a secret; with blanks in it, it may be a phrase."""
    if not re.search(r"\s", value):
        return _is_value(name, value)
    # `"password": "Enter your password"` is a label far more often than a secret.
    phrase = "=" in sign and value == value.strip() and not value[0].isupper()
    return phrase and bool(_STRICT.search(name)) and not _PLACEHOLDER.match(value)


def _is_value(name: str, value: str) -> bool:
    """Tell whether a quoted text beside a telling name is the secret itself."""
    if _PLACEHOLDER.match(value):
        return False
    if _STRICT.search(name):
        return True
    if name.lower().endswith("token"):
        return any(letter.isdigit() for letter in value)  # else a lexer's: `token = "IDENTIFIER"`
    return len(value) >= 16 and is_random(value)


def _is_bare_value(name: str, value: str, sign: str) -> bool:
    """Tell whether something unquoted is a value of a settings file and not an expression."""
    if _PLACEHOLDER.match(value) or _SUM.match(value) or not is_random(value):
        return False
    if _IDENTIFIER.match(value):
        setting = name.isupper() and sign == "="  # `API_TOKEN=a1b2…`, as in a file of variables
        return setting or (len(value) >= 20 and entropy(value) > 3.5 and "_" not in value)
    return True


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
