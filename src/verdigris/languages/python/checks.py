"""From a model's answer to tests: every claim about a part that can be used, one by one.

Tolerant of form: bare asserts, pytest functions and classes, unittest, tables of cases. What
asserts nothing about the part, cannot run by itself, or reaches out of the test is left out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from verdigris.core.building import Check, Part
from verdigris.core.text import one_line, tidy
from verdigris.edits.blocks import Code, find_pieces, without_thoughts
from verdigris.languages.python.parts import wanted
from verdigris.languages.python.source import Source
from verdigris.languages.python.text import compile_error, identifier, module_of, parse
from verdigris.languages.python.usable import usable

_MOST = 20
_MAX_ANSWER = 60_000
"""Characters of an answer that are read: twenty tests are said in far less."""
_TOP = re.compile(r"[A-Za-z_@]")
_GOES_ON = re.compile(r"(?:else|elif|except|finally)\b")


def read_checks(answer: str, part: Part, *, sample: int) -> list[Check]:
    """Return the tests that an answer holds, at most twenty. Never raises."""
    whole = tidy(answer[:_MAX_ANSWER]).replace("\0", "")
    said = without_thoughts(whole.replace("\r\n", "\n").replace("\r", "\n"))
    prefix = identifier(module_of(part.path))
    found: list[Check] = []
    seen: set[str] = set()
    try:
        for title, says, body in _claims(said, part):
            if body in seen or compile_error(body):
                continue
            seen.add(body)
            name = f"{prefix}_{sample}_{len(found) + 1}{_words(prefix, title)}"
            found.append(
                Check(name=name, part=part.path, body=body, origin="criterion", says=says,
                      sample=sample)
            )  # fmt: skip
            if len(found) == _MOST:
                break
    except (RecursionError, MemoryError):
        pass  # only a machine nests so deeply; what was read before it counts
    return found


def _words(prefix: str, title: str) -> str:
    """Return what the name of a test says of it. It begins with a letter, so that a name cannot be
    that of another part's test.
    """
    words = identifier(title.removeprefix("test_").removeprefix(f"{prefix}_"))[:40].strip("_")
    return "" if words in ("n", prefix) else f"_{words}"


def _claims(said: str, part: Part) -> Iterator[tuple[str, str, str]]:
    names = frozenset(wanted(part))
    for tree in _trees(said):
        source = Source(tree, part, names)
        for test in source.tests():
            for statements in test.claims:
                if (ready := usable(statements, part, names)) is not None:
                    yield test.name, one_line(test.says, 90), ready


def _trees(said: str) -> Iterator[ast.Module]:
    blocks = [piece.text for piece in find_pieces(said) if isinstance(piece, Code)]
    # Without a fence prose stands between the statements: it does not parse, and falls out.
    for text in blocks or [said]:
        tree = parse(text)
        yield tree if tree is not None else _salvaged(text)


def _salvaged(text: str) -> ast.Module:
    """Return what parses of a text that breaks off or errs somewhere: whole statements only."""
    pieces: list[list[str]] = [[]]
    decorated = False
    for line in text.split("\n"):
        starts = bool(_TOP.match(line)) and not _GOES_ON.match(line) and not decorated
        if starts:
            pieces.append([])
        decorated = line.startswith("@") or (
            decorated and not line.startswith(("def", "class", "async"))
        )
        pieces[-1].append(line)
    body: list[ast.stmt] = []
    for piece in pieces[:400]:
        body += _longest(piece)
    return ast.Module(body, [])


def _longest(lines: list[str]) -> list[ast.stmt]:
    """Return the statements of the longest beginning that parses."""
    for end in range(len(lines), max(0, len(lines) - 60), -1):
        tree = parse("\n".join(lines[:end]))
        if tree is not None:
            return tree.body
    return []
