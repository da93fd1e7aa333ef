"""Where credentials stand in a text: by the shape of the value, or by the name beside it. Pure.

What is done about them is `secrets`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verdigris.core.secret_shapes import after_escape, entropy, is_random, shaped

LEAST = 8
"""Values shorter than this stand in too many places to be told from ordinary words."""
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
_ASCII = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def credentials(text: str) -> Iterator[tuple[int, int]]:
    """Yield where a credential begins and ends; such spans may overlap."""
    yield from shaped(text)
    lower = text.lower()
    if len(lower) != len(text):  # as that of some letters does; places would no longer agree
        lower = text.translate(_ASCII)
    for word in _WORDS:
        for at in occurrences(lower, word):
            if span := _assigned(text, at, at + len(word)):
                yield span
    for word in ("getenv(", "environ.get(", "environ.setdefault(", "setenv("):
        for at in occurrences(text, word):
            found = _DEFAULT.match(text, at + len(word))
            if found and _is_named(found["name"]) and _is_value(found["name"], found["value"]):
                yield found.span("value")
    for word in ("bearer", "basic"):
        for at in occurrences(lower, word):
            found = _HEADER.match(text, at + len(word))
            if found and _starts(text, at) and _is_sent(word, found["value"]):
                yield found.span("value")


def looks_secret(name: str, value: str) -> bool:
    """Tell whether a variable of this name and value holds a credential."""
    if not _is_named(name) or len(value) < LEAST or _PLACEHOLDER.match(value):
        return False
    if value.startswith(("/", "~/", "./")) or value.isdigit():
        return False
    return bool(_STRICT.search(name)) or is_random(value)


def _is_named(name: str) -> bool:
    return re.sub(r"[_.-]?(?:id|\d+)$", "", name.lower()).endswith(_WORDS)


def _is_sent(scheme: str, value: str) -> bool:
    """Tell whether a word after `bearer` or `basic` is a credential and not English."""
    return is_random(value) and (scheme == "bearer" or not set("_~.-") & set(value))


def occurrences(text: str, word: str) -> Iterator[int]:
    """Yield where a word stands in a text."""
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
