"""A set of file edits with its unified diff, origin and fingerprint.

The fingerprint ignores formatting and comments of Python, JavaScript and TypeScript files,
docstrings of Python files, and trailing white space elsewhere, so the same idea written twice is
the same change, however it was written.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import re
from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from verdigris.core.parsing import NOT_PYTHON
from verdigris.core.syntax import dialect, script_tokens
from verdigris.core.text import Encoding, encode
from verdigris.core.value import FORMAT, Value

Origin = Literal["recall", "search", "fast", "strong", "user"]


class FileEdit(Value):
    path: str
    """Relative to the workspace, with forward slashes."""
    before: str | None = Field(None, repr=False)
    """Text before the edit; None for a new file."""
    after: str | None = Field(None, repr=False)
    """Text after the edit; None for a deleted file."""
    encoding: Encoding = "utf-8"
    """Of both texts, so that the bytes of what was not touched stay as they were."""
    how: str = ""
    """How the new text was made from an answer: `whole function`, `diff`, `search/replace` …"""
    fuzzy: str = ""
    """What did not match exactly when the edit was placed; empty for an exact one."""

    @property
    def data_before(self) -> bytes | None:
        return None if self.before is None else encode(self.before, self.encoding)

    @property
    def data_after(self) -> bytes | None:
        return None if self.after is None else encode(self.after, self.encoding)

    def diff(self) -> str:
        old = f"a/{self.path}" if self.before is not None else "/dev/null"
        new = f"b/{self.path}" if self.after is not None else "/dev/null"
        if self.before == self.after:
            return ""
        # Git's own header: an empty file that comes or goes has no lines that could tell of it.
        lines = [f"diff --git a/{self.path} b/{self.path}\n"]
        if self.before is None or self.after is None:
            lines.append(f"{'new' if self.before is None else 'deleted'} file mode 100644\n")
        for line in difflib.unified_diff(
            _lines(self.before or ""), _lines(self.after or ""), old, new
        ):
            ended = line.endswith("\n")
            lines.append(line if ended else line + "\n\\ No newline at end of file\n")
        return "".join(lines)


def _lines(text: str) -> list[str]:
    """Split at newlines only, as git does; `splitlines` knows a dozen more line ends."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


class Change(Value):
    format: int = FORMAT
    edits: tuple[FileEdit, ...]
    origin: Origin
    fingerprint: str = ""
    note: str = ""
    """Where it came from in words: the model's name, or the run that is recalled."""
    card: str = ""
    """Id of the card it was recalled from, if any."""
    adapted: bool = False
    """Whether the card is about other code, and its change was written anew for this one."""
    doubts: tuple[str, ...] = ()
    """What speaks against it although the tests pass, each in a few words."""
    answer: str = Field("", repr=False, exclude=True)
    """What the model wrote, for the archive. Not part of the record."""

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(edit.path for edit in self.edits)

    @property
    def diff(self) -> str:
        return "".join(edit.diff() for edit in self.edits)

    @property
    def patch(self) -> bytes:
        """The diff in the bytes of its files, as `git apply` wants it."""
        return b"".join(encode(edit.diff(), edit.encoding) for edit in self.edits)

    @property
    def how(self) -> str:
        return ", ".join(dict.fromkeys(edit.how for edit in self.edits if edit.how))

    @property
    def fuzzy(self) -> str:
        """What was not an exact match, file by file; empty when all was."""
        return "; ".join(f"{edit.path}: {edit.fuzzy}" for edit in self.edits if edit.fuzzy)


def make_change(
    before: Mapping[str, str | None],
    after: Mapping[str, str | None],
    origin: Origin,
    note: str = "",
    *,
    encodings: Mapping[str, Encoding] | None = None,
    how: Mapping[str, tuple[str, str]] | None = None,
) -> Change | None:
    """Build the Change between two sets of file texts; None when nothing really differs.

    `encodings` says which files are not UTF-8, `how` how each text was made and what was fuzzy.
    """
    kinds, ways = encodings or {}, how or {}
    edits = tuple(
        FileEdit(
            path=path,
            before=before.get(path),
            after=after[path],
            encoding=kinds.get(path, "utf-8"),
            how=ways.get(path, ("", ""))[0],
            fuzzy=ways.get(path, ("", ""))[1],
        )
        for path in sorted(after)
        if before.get(path) != after[path]
    )
    meaningful = [e for e in edits if _normal(e.path, e.before) != _normal(e.path, e.after)]
    if not meaningful:
        return None
    return Change(edits=edits, origin=origin, note=note, fingerprint=_fingerprint(edits))


def _fingerprint(edits: tuple[FileEdit, ...]) -> str:
    digest = hashlib.sha256()
    for edit in edits:
        for part in (edit.path, _normal(edit.path, edit.before), _normal(edit.path, edit.after)):
            digest.update(part.encode("utf-8", "surrogatepass"))
            digest.update(b"\0")
    return digest.hexdigest()[:16]


def _normal(path: str, text: str | None) -> str:
    if text is None:
        return "\x00absent"
    if path.endswith(".py"):
        try:
            return ast.dump(_without_docstrings(ast.parse(text)))
        except NOT_PYTHON:
            pass
    if (kind := dialect(path)) and (tokens := script_tokens(text, kind)) is not None:
        return tokens
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                # A doctest in a docstring is behaviour, not decoration.
                node.body = node.body if ">>>" in first.value.value else node.body[1:]
    return tree
