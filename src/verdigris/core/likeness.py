"""What is left of a failure when every name a project chose is taken out: the same bug in renamed
code, in another file or repository, gives the same words. Texts in, texts out; no hashing here.

Only what Python itself says stays: its keywords, builtins and exceptions, the order of what stands
in the line that failed, how what came out differs from what was wanted.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import sys

_KEPT = frozenset(keyword.kwlist) | frozenset(vars(builtins)) | {"NoneType", "self", "cls"}
_QUOTED = re.compile(r"""(?<![\w])[rbfuRBFU]{0,2}('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")
_TOKEN = re.compile(
    r"""(?P<text>[rbfuRBFU]{0,2}(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"))"""
    r"|(?P<stand><(?:n|addr|uuid|path|time)>)"
    r"|(?P<number>\d[\w.]*)|(?P<word>[^\W\d]\w*)|(?P<other>[^\s\w])"
)
_CALLED = re.compile(r"[^\W\d][\w.<>]*\(\)")
_CHOSEN = re.compile(r"\b(?:\w*_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]\w*[A-Z]\w*|\w+(?:\.\w+)+)\b")
_REPEATED = re.compile(r"(?P<one>[a-z]+|\[[^\[\]]*\]|\([^()]*\))(?:, (?P=one))+")
_LINE = re.compile(r"^>\s+(\S.*)$", re.MULTILINE)
_LONGEST = 400
_ENDINGS = frozenset(
    ("Failed", "Hang", "Crash", "failed", "error", "crashed", "timeout", "limit", "unusable")
)
"""What a failure is called where no exception was raised."""


def exception_like(name: str) -> str:
    """Return a class of Python's own as it is, any other as `own`; endings stay."""
    root, _, simple = name.rpartition(".")
    if simple in vars(builtins) or simple in _ENDINGS:
        return simple
    return name if root.partition(".")[0] in sys.stdlib_module_names else "own"


def message_like(shape: str, exception: str) -> str:
    """Return a message, with its particulars removed already, without the project's names."""
    head, colon, rest = shape.partition(":")
    named = colon and head.rpartition(".")[2] == exception.rpartition(".")[2]
    said = rest.strip() if named else shape
    if said.startswith("assert ") or exception.rpartition(".")[2] == "AssertionError":
        return _values_like(said)
    said = _QUOTED.sub(lambda m: m[0] if m[1][1:-1] in _KEPT else "'x'", said)
    said = _CALLED.sub(lambda m: m[0] if m[0][:-2] in _KEPT else "x()", said)
    return _CHOSEN.sub(lambda m: m[0] if m[0] in _KEPT else "x", said)


def _values_like(said: str) -> str:
    """Return what an assertion says with every value as its kind, repeated kinds as one."""
    flat = " ".join(_shaped(said, numbered=False)).replace(" ,", ",")
    flat = flat.replace("[ ", "[").replace(" ]", "]").replace("( ", "(").replace(" )", ")")
    for _ in range(4):
        shorter = _REPEATED.sub(r"\g<one>+", flat)
        if shorter == flat:
            break
        flat = shorter
    return flat


def line_like(details: str) -> str:
    """Return the line that failed, as a traceback shows it, with names in order of appearance."""
    lines = _LINE.findall(details[-20_000:])
    return " ".join(_shaped(lines[-1][:_LONGEST], numbered=True)) if lines else ""


def _shaped(text: str, *, numbered: bool) -> list[str]:
    names: dict[str, str] = {}
    found = []
    for match in _TOKEN.finditer(text[:_LONGEST]):
        kind, token = match.lastgroup, match[0]
        if kind == "text":
            found.append("s")
        elif kind == "number" or token == "<n>":
            found.append("n")
        elif kind == "word" and token not in _KEPT:
            found.append(names.setdefault(token, f"v{len(names) + 1}") if numbered else "x")
        elif kind != "other" or token not in "-+" or numbered:
            found.append(token)
    return found


def place_like(path_is_test: bool, function: str) -> str:
    """Return what part the place of an error plays: names that Python gives stay."""
    role = "test" if path_is_test else "code"
    given = function.startswith("<") or (function.startswith("__") and function.endswith("__"))
    return f"{role} {function if given else 'function' if function else ''}".strip()


def difference_like(actual: str, expected: str) -> str:
    """Return how what came out differs from what was wanted, roughly; empty when nobody knows."""
    try:
        got, wanted = ast.literal_eval(actual), ast.literal_eval(expected)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return ""
    kinds = f"{type(got).__name__} for {type(wanted).__name__}"
    if isinstance(got, bool | None) or isinstance(wanted, bool | None):
        return kinds
    if isinstance(got, int | float) and isinstance(wanted, int | float):
        return f"{kinds}, {'less' if got < wanted else 'more'}"
    if type(got) is type(wanted) and isinstance(got, str | bytes | list | tuple | dict | set):
        return f"{kinds}, {_length(len(got), len(wanted))}"
    return kinds


def _length(got: int, wanted: int) -> str:
    return "as long" if got == wanted else "shorter" if got < wanted else "longer"
