"""A failure, normalised: the same bug gives the same signature on any machine and in any folder.

Made of the exception's class, the message with its particulars (numbers, addresses, times,
paths) removed, the failing test's name without its parameters, and the function the error rose in.
Line numbers are left out on purpose: they move with every edit.

There are two keys. `key` is of this failure in this project. `general` has none of the names that
a project chose, so that it survives renaming and is the same in another repository (`likeness`).
"""

from __future__ import annotations

import builtins
import hashlib
import re

from verdigris.core import likeness
from verdigris.core.paths import is_test_file
from verdigris.core.report import Report, TestResult
from verdigris.core.value import Value

_NOISE = (
    (re.compile(r"0x[0-9a-fA-F]+"), "<addr>"),
    (re.compile(r"\b[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}\b"), "<uuid>"),
    (re.compile(r"(?:[A-Za-z]:)?(?:[\\/][\w.+@-]+){2,}"), "<path>"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ][\d:.]+\S*"), "<time>"),
    (re.compile(r"(?<![\w.])[-+]?\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?"), "<n>"),
    (re.compile(r"\s+"), " "),
)

_ENDINGS = {"Hang": "hang", "timeout": "hang", "Crash": "crash", "crashed": "crash"}
_ABOUT = (
    (re.compile(r"'?NoneType'?"), "None"),
    (re.compile(r"unsupported operand|bad operand|not supported between"), "operands"),
    (re.compile(r"positional argument|keyword argument|required argument"), "arguments"),
    (re.compile(r"not callable"), "not callable"),
    (re.compile(r"not subscriptable|item assignment"), "not subscriptable"),
    (re.compile(r"not iterable|cannot unpack"), "not iterable"),
    (re.compile(r"unhashable"), "unhashable"),
    (re.compile(r"DID NOT RAISE"), "not raised"),
)
_COMPARED = (
    (re.compile(r"<n>"), "number"),
    (re.compile(r"None\b"), "None"),
    (re.compile(r"(?:True|False)\b"), "bool"),
    (re.compile(r"b['\"]"), "bytes"),
    (re.compile(r"['\"]"), "str"),
    (re.compile(r"\["), "list"),
    (re.compile(r"\{[^{}]*:|\{\}|\{\.\.\."), "dict"),
    (re.compile(r"\{|set\("), "set"),
    (re.compile(r"\([^()]*,|\(\)"), "tuple"),
)


class Signature(Value):
    exception: str
    """`AssertionError`, or how the run ended when there was no exception."""
    shape: str
    """First line of the message without its particulars."""
    test: str
    """Node id of the failing test without its parameters."""
    place: str = ""
    """`file:function` of the innermost project frame that is not a test, if any."""
    about: str = ""
    """The line that failed and how the values differ, without any name. Not part of `key`."""

    @property
    def key(self) -> str:
        return _hashed(self.exception, self.shape, self.test, self.place)

    @property
    def general(self) -> str:
        """The key that survives renaming; empty where too little is known to tell bugs apart."""
        if not self.about:
            return ""
        path, _, function = self.place.rpartition(":")
        return _hashed(
            likeness.exception_like(self.exception),
            likeness.message_like(self.shape, self.exception),
            likeness.place_like(is_test_file(path), function),
            self.about,
        )

    @property
    def kind(self) -> str:
        """What sort of failure it is, in any project: `IndexError`, `AssertionError/list`, `hang`.

        Made of the class, where it is one of Python's own, and of what it is about, roughly.
        """
        name = self.exception.rpartition(".")[2]
        if name in _ENDINGS:
            return _ENDINGS[name]
        if name not in vars(builtins) and name != "Failed":
            name = "exception" if name[:1].isupper() else "other"
        said = self.shape.removeprefix(f"{self.exception}:").strip()
        if name == "AssertionError":
            said = re.sub(r"^(?:assert (?:not )?|\w+ differ: )", "", said)
            about = next((word for shape, word in _COMPARED if shape.match(said)), "")
        else:
            about = next((word for shape, word in _ABOUT if shape.search(said)), "")
        return f"{name}/{about}" if about else name

    def __str__(self) -> str:
        at = f" at {self.place}" if self.place else ""
        return f"{self.exception} in {self.test}{at}: {self.shape}"


def _hashed(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def normalise(message: str) -> str:
    first = message.strip().splitlines()[0] if message.strip() else ""
    for pattern, stand_in in _NOISE:
        first = pattern.sub(stand_in, first)
    return first.strip()[:200]


def of_result(result: TestResult) -> Signature:
    inner = next(
        (frame for frame in reversed(result.frames) if not is_test_file(frame.path)),
        result.innermost,
    )
    return Signature(
        exception=result.exception or result.outcome,
        shape=normalise(result.message),
        test=result.id.partition("[")[0],
        place=f"{inner.path}:{inner.function}" if inner else "",
        about=_about(result),
    )


def _about(result: TestResult) -> str:
    line = likeness.line_like(result.details)
    if not line:
        return ""
    inside = {(f.path, f.function) for f in result.frames if not is_test_file(f.path)}
    differs = likeness.difference_like(result.actual, result.expected)
    return f"{line}; {min(len(inside), 3)} deep" + (f"; {differs}" if differs else "")


def of_report(report: Report) -> Signature | None:
    """Return the signature of a report's first failure, or of its ending; None when green."""
    if report.failures:
        return of_result(report.failures[0])
    if report.green:
        return None
    return Signature(exception=report.ending, shape=normalise(report.message), test=report.command)
