"""The shapes that keys and tokens were given by those who hand them out.

Each shape is looked for by a literal that stands at its beginning, which is many times faster than
one large pattern, and matched only there. Lengths are bounded, so no text takes long.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

_TOKENS: tuple[tuple[str, str], ...] = (
    ("sk-", r"(?:ant-|or-|proj-|svcacct-|admin-)?[A-Za-z0-9_-]{16,400}"),  # Anthropic, OpenAI …
    ("github_pat_", r"[A-Za-z0-9_]{20,200}"),
    *((f"gh{kind}_", r"[A-Za-z0-9]{20,255}") for kind in "pousr"),
    *(
        (f"gl{kind}-", r"[A-Za-z0-9_.-]{16,200}")
        for kind in ("pat", "ptt", "dt", "rt", "cbt", "ft", "soat")
    ),
    *((f"xox{kind}-", r"[A-Za-z0-9-]{10,200}") for kind in "abeoprs"),
    ("xapp-", r"\d-[A-Za-z0-9-]{20,200}"),
    *((kind, r"[0-9A-Z]{16}(?![0-9A-Za-z])") for kind in ("AKIA", "ASIA", "ABIA", "ACCA")),
    ("AIza", r"[0-9A-Za-z_-]{30,100}"),
    ("ya29.", r"[0-9A-Za-z_.-]{20,400}"),
    ("GOCSPX-", r"[A-Za-z0-9_-]{20,100}"),
    *(
        (f"{kind}_{mode}_", r"[A-Za-z0-9]{16,200}")
        for kind in ("sk", "rk")
        for mode in ("live", "test")
    ),
    ("whsec_", r"[A-Za-z0-9+/=]{16,200}"),
    ("hf_", r"[A-Za-z0-9]{20,100}"),
    ("gsk_", r"[A-Za-z0-9]{20,100}"),
    ("xai-", r"[A-Za-z0-9]{20,200}"),
    ("pplx-", r"[A-Za-z0-9]{20,100}"),
    ("nvapi-", r"[A-Za-z0-9_-]{20,200}"),
    ("r8_", r"[A-Za-z0-9]{30,100}"),
    ("tvly-", r"[A-Za-z0-9-]{20,100}"),
    ("npm_", r"[A-Za-z0-9]{30,100}"),
    ("pypi-AgE", r"[A-Za-z0-9_-]{30,400}"),
    ("rubygems_", r"[0-9a-f]{40,100}"),
    ("dckr_pat_", r"[A-Za-z0-9_-]{20,100}"),
    *((f"do{kind}_v1_", r"[0-9a-f]{40,100}") for kind in "opr"),
    *((f"shp{kind}_", r"[0-9a-fA-F]{32}") for kind in ("at", "ca", "pa", "ss")),
    ("SG.", r"[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{20,100}"),
    ("key-", r"[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("SK", r"[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("sq0atp-", r"[A-Za-z0-9_-]{20,100}"),
    ("sq0csp-", r"[A-Za-z0-9_-]{20,100}"),
    ("dapi", r"[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("hvs.", r"[A-Za-z0-9_-]{20,200}"),
    ("glsa_", r"[A-Za-z0-9]{20,60}_[0-9a-f]{8}"),
    ("lin_api_", r"[A-Za-z0-9]{30,100}"),
    ("ntn_", r"[A-Za-z0-9]{30,100}"),
    ("figd_", r"[A-Za-z0-9_-]{30,100}"),
    ("PMAK-", r"[0-9a-f]{20,40}-[0-9a-f]{30,60}"),
    ("tskey-", r"[a-z]{1,20}-[A-Za-z0-9-]{16,100}"),
    ("AGE-SECRET-KEY-1", r"[0-9A-Z]{50,100}"),
)
_LITERALS = tuple((head, re.compile(tail)) for head, tail in _TOKENS)
_ANYWHERE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("://", re.compile(r"(?P<v>[^\s/:@\"'<>{}$]{0,100}:[^\s/@\"'<>{}$]{1,300})@")),
    (
        "hooks.slack.com/services/",
        re.compile(r"(?P<v>T[A-Z0-9]{1,20}/B[A-Z0-9]{1,20}/[A-Za-z0-9]{16,60})"),
    ),
    ("AccountKey=", re.compile(r"(?P<v>[A-Za-z0-9+/=]{40,200})")),
    ("SharedAccessKey=", re.compile(r"(?P<v>[A-Za-z0-9+/=]{20,200})")),
)
"""Told by what stands before them; only the value is the secret."""
_JSON_WEB_TOKEN = re.compile(r"[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}")
_DOTTED = re.compile(
    r"(?:(?<![\w.-])|(?<=\\[nrt]))[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,80}"
)
_NUMBERED = re.compile(r"(?:(?<!\w)|(?<=\\[nrt]))\d{8,10}:AA[A-Za-z0-9_-]{33}(?![\w-])")
_TERRAFORM = re.compile(r"(?:(?<!\w)|(?<=\\[nrt]))[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{40,100}")

_BLOCK = 20_000
"""Characters that the longest block of a private key has."""
_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,30}\Z")
_END = re.compile(r"-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_GAP = r"(?:\s|\\[nr]){1,8}"
_LINES_AFTER = re.compile(rf"(?: BLOCK)?-----(?:(?:{_GAP})?[A-Za-z0-9+/=]{{16,}})*")
_PIECE = re.compile(
    r"(?P<gap>(?:\s|\\[nr])+)|(?P<line>[A-Za-z0-9+/]+={0,2})|[^\sA-Za-z0-9+/\\]+|.", re.DOTALL
)
_LONG = 40
"""Characters of a line that is taken for one of a key."""
_NO_SECRET = re.compile(
    r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\Z|(?:sha(?:1|256|384|512)|md5)[:-]|\d[\d._:-]*\Z"
    r"|(?:[0-9a-f]{40}|[0-9a-f]{64})\Z",
    re.IGNORECASE,
)
"""What is random and still no secret, beside a name such as `cache_key`: ids, hashes, numbers."""


def shaped(text: str) -> Iterator[tuple[int, int]]:
    """Yield where something stands that has the shape of a credential."""
    if "PRIVATE KEY" in text:
        yield from _blocks(text)
    for head, tail in _LITERALS:
        for at in _starts(text, head):
            if found := tail.match(text, at + len(head)):
                yield at, found.end()
    for head, after in _ANYWHERE:
        at = text.find(head)
        while at >= 0:
            at += len(head)
            if found := after.match(text, at):
                yield found.span("v")
            at = text.find(head, at)
    for at in _starts(text, "eyJ", joined="-."):
        if found := _JSON_WEB_TOKEN.match(text, at):
            yield found.span()
    if ":AA" in text:
        yield from (found.span() for found in _NUMBERED.finditer(text))
    if ".atlasv1." in text:
        yield from (found.span() for found in _TERRAFORM.finditer(text))
    yield from (found.span() for found in _DOTTED.finditer(text))


def _starts(text: str, head: str, joined: str = "") -> Iterator[int]:
    """Yield where a word begins with `head`; nothing in `joined` separates words."""
    at = text.find(head)
    while at >= 0:
        before = text[at - 1] if at else " "
        if not (before.isalnum() or before == "_" or before in joined) or after_escape(text, at):
            yield at
        at = text.find(head, at + len(head))


def after_escape(text: str, at: int) -> bool:
    """Tell whether the letter before a place is that of an escape, as in JSON: `\\n`."""
    return text[max(at - 2, 0) : at] in (r"\n", r"\r", r"\t")


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield private keys in their text form, also one whose beginning or end was cut away."""
    covered = 0
    at = text.find("PRIVATE KEY")
    while at >= 0:
        head = _BEGIN.search(text, max(at - 45, 0), at)
        if head and at >= covered:
            end = text.find("-----END", at, at + _BLOCK)
            close = _END.match(text, end) if end >= 0 else None
            after = close or _LINES_AFTER.match(text, at + len("PRIVATE KEY"))
            covered = after.end() if after else at
            yield head.start(), covered
        elif at >= covered and (end := text.rfind("-----END", max(at - 45, 0), at)) >= 0:
            lines = _lines_before(text, max(end - _BLOCK, covered), end)
            close = _END.match(text, end)
            if lines is not None and close:
                yield lines, close.end()
            covered = at + len("PRIVATE KEY")  # no line is looked at twice
        at = text.find("PRIVATE KEY", at + 1)


def _lines_before(text: str, start: int, end: int) -> int | None:
    """Return where the lines of a key begin that reach up to `end`, in one pass."""
    first, parted = None, False
    for piece in _PIECE.finditer(text, start, end):
        if piece["gap"]:
            parted = True
            continue
        if not piece["line"] or not parted:
            first = None
        parted = False
        if first is None and len(piece["line"] or "") >= _LONG:
            first = piece.start()
    return first if parted else None


def is_random(value: str) -> bool:
    """Tell whether a value looks made by a machine, and is no id, hash or number."""
    if _NO_SECRET.match(value):
        return False
    digits = sum(letter.isdigit() for letter in value)
    return 0 < digits < len(value) and entropy(value) > 2.7


def entropy(value: str) -> float:
    """Return bits a character: about 2 for words, above 3.5 for what a machine made."""
    size = len(value)
    return -sum(n / size * math.log2(n / size) for n in Counter(value).values())
