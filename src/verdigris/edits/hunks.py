"""Reading unified diffs as models write them: with wrong counts, without headers, in odd forms.

Reads git's headers, plain `---`/`+++` pairs, bare hunks, and the `*** Update File:` form. Nothing
is applied here, and no path is believed; but what a change may never do, such as alter a file's
mode, is refused where it is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from verdigris.edits.hunk import FilePatch, Hunk, Op
from verdigris.edits.lines import is_elision
from verdigris.errors import ModelMistake

_AT = re.compile(
    r"^@@+(?:\s*-(\d{1,9})(?:,(\d{1,9}))?\s+\+(\d{1,9})(?:,(\d{1,9}))?)?"
    r"\s*(?:\.\.\.\s*)?(?:@@+)?(.*)$"
)
_GIT = re.compile(r'^diff --git ("?a/.*?"?|\S+) ("?b/.*"?|\S+)$')
_FORM = re.compile(r"^\*\*\* (Update|Add|Delete) File:\s*(.+?)\s*$")
_MOVE = re.compile(r"^\*\*\* Move to:\s*(.+?)\s*$")
_MODES = ("old mode ", "new mode ")
_PLAIN_MODE = re.compile(r"^(?:new|deleted) file mode (\d+)\s*$")
_ESCAPE = re.compile(r"\\([0-7]{3}|.)")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


@dataclass
class _Part:
    old: str | None = ""
    new: str | None = ""
    hunks: list[Hunk] = field(default_factory=list)
    renames: bool = False
    complete: bool = False
    """Whether its `+++` line, or what stands for it, has been read."""


def looks_like_diff(text: str) -> bool:
    lines = text.split("\n")
    for i, line in enumerate(lines):
        if line.startswith(("diff --git ", "*** Begin Patch")) or _FORM.match(line):
            return True
        if line.startswith("@@ ") and (_AT.match(line) and ("-" in line or line.rstrip() != "@@")):
            return any(body[:1] in "+-" and body for body in lines[i + 1 :])
        if line.startswith("--- ") and i + 1 < len(lines) and lines[i + 1].startswith("+++ "):
            return True
    return False


def read_diff(text: str, *, prose: bool = False, hint: str = "") -> list[FilePatch]:
    """Read the patches in a text, one a file.

    With `prose` a line that cannot belong to a diff ends a hunk; without, as in a fence, it is a
    line whose mark was forgotten. `hint` is the file meant where none is named.
    """
    return _Reader(text.split("\n"), prose=prose, hint=hint).read()


class _Reader:
    def __init__(self, lines: list[str], *, prose: bool, hint: str) -> None:
        while lines and not lines[-1]:
            lines.pop()
        self._lines = lines
        self._prose = prose
        self._at = 0
        self._parts: list[_Part] = []
        self._hint = hint
        self._headed = 0
        """Where the text goes on behind the last header."""

    def read(self) -> list[FilePatch]:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not (self._header(line) or self._hunk_begins(line)):
                self._at += 1
        if not any(part.hunks or part.old != part.new for part in self._parts) and not self._prose:
            self._headless()
        return [
            FilePatch(part.old, part.new, tuple(part.hunks), part.renames)
            for part in self._parts
            if part.hunks or part.old != part.new
        ]

    def _header(self, line: str) -> bool:
        _refuse_what_is_no_text(line)
        if match := _GIT.match(line):
            self._parts.append(_Part(_named(match.group(1), "a/"), _named(match.group(2), "b/")))
        elif match := _FORM.match(line):
            kind, path = match.groups()
            old, new = None if kind == "Add" else path, None if kind == "Delete" else path
            self._parts.append(_Part(old, new, complete=True))
            if kind == "Add":
                self._at += 1
                self._parts[-1].hunks.append(self._body(_AT.match("@@"), added=True))
                return True
        elif match := _MOVE.match(line):
            self._part().new, self._part().renames = match.group(1), True
        elif line.startswith("rename from "):
            self._part().old, self._part().renames = _named(line[12:], ""), True
        elif line.startswith("rename to "):
            self._part().new, self._part().renames = _named(line[10:], ""), True
        elif self._pair():
            old, new = line[4:], self._lines[self._at + 1][4:]
            self._at += 1
            part = self._part(fresh=True)
            part.old, part.new, part.complete = _named(old, "a/"), _named(new, "b/"), True
        elif line.startswith("new file mode"):
            self._part().old = None
        elif line.startswith("deleted file mode"):
            self._part().new = None
        else:
            return False
        self._at += 1
        self._headed = self._at
        return True

    def _pair(self) -> bool:
        following = self._lines[self._at + 1 : self._at + 2]
        here = self._lines[self._at]
        return here.startswith("--- ") and bool(following) and following[0].startswith("+++ ")

    def _part(self, *, fresh: bool = False) -> _Part:
        """Return the file at hand; a new one where a second pair of names begins."""
        if not self._parts or (fresh and (self._parts[-1].hunks or self._parts[-1].complete)):
            self._parts.append(_Part(self._hint, self._hint))
        return self._parts[-1]

    def _hunk_begins(self, line: str) -> bool:
        if not line.startswith("@@") or not (match := _AT.match(line)):
            return False
        part = self._part()
        self._at += 1
        hunk = self._body(match)
        if hunk.changes or not part.hunks:
            part.hunks.append(hunk)
        return True

    def _headless(self) -> None:
        """Take the whole text as one hunk, where it has marks and no header at all."""
        self._at = self._headed
        if any(line[:1] in ("+", "-") for line in self._lines[self._at :]):
            self._part().hunks.append(self._body(_AT.match("@@")))

    def _body(self, at: re.Match[str] | None, *, added: bool = False) -> Hunk:
        assert at is not None
        start, old_count, new_start, new_count = (
            int(part) if part is not None else None for part in at.groups()[:4]
        )
        wanted = None
        if start is not None:
            wanted = (1 if old_count is None else old_count, 1 if new_count is None else new_count)
        began = self._at
        # `...` may be a line of the file; where the counts say so, it is.
        taken = self._taken(_Body(added=added, literal=True), wanted)
        if taken.counts() != wanted:
            self._at = began
            taken = self._taken(_Body(added=added), wanted)
        return taken.hunk(start, new_start, at.group(5).strip(), counted=taken.counts() == wanted)

    def _taken(self, body: _Body, wanted: tuple[int, int] | None) -> _Body:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if self._begins_another(line, wanted, body):
                break
            if body.counts() == wanted and line[:1] != "\\" and self._is_over():
                break
            if not body.take(line, prose=self._prose):
                break
            self._at += 1
        return body

    def _is_over(self) -> bool:
        """Tell whether a hunk ends here, whose counts are met.

        Where more lines follow that can only be its own, it is the counts that are wrong: to stop
        would be to lose a part of the change.
        """
        for line in self._lines[self._at :]:
            if line.startswith(("@@", "diff --git ", "*** ", "--- ")):
                return True
            if line.strip():
                return self._prose and not self._lines[self._at].strip() and line[0] not in " +"
        return True

    def _begins_another(self, line: str, wanted: tuple[int, int] | None, taken: _Body) -> bool:
        if line.startswith(("@@", "diff --git ", "*** ")):
            return True
        if not self._pair():
            return False
        # `--- x` may be a removed line `-- x`; where the counts have room for it, it is one.
        have = taken.counts()
        return wanted is None or have[0] >= wanted[0] or have[1] >= wanted[1]


class _Body:
    """The lines of one hunk, as they come."""

    def __init__(self, *, added: bool, literal: bool = False) -> None:
        self._ops: list[Op] = []
        self._gaps: set[int] = set()
        self._bare = 0
        self._unended = {"-": False, "+": False}
        self._added = added
        self._literal = literal
        self._old = self._new = 0

    def counts(self) -> tuple[int, int]:
        return self._old, self._new

    def take(self, line: str, *, prose: bool) -> bool:
        mark, text = line[:1], line[1:]
        if mark == "\\":
            last = self._ops[-1][0] if self._ops else "+"
            self._unended |= {"-": last != "+" or self._unended["-"], "+": last != "-"}
            return True
        self._bare = self._bare + 1 if not line else 0
        if mark in ("+", "-") or (mark == " " and not self._added):
            return self._keep(mark, text)
        if self._added:
            return self._keep("+", line)
        if not line or not prose or mark == "\t":
            return self._keep(" ", line)
        return False

    def _keep(self, mark: str, text: str) -> bool:
        if mark == " " and not self._literal and is_elision(text):
            self._gaps.add(len(self._ops))
        else:
            self._ops.append((mark, text))
            self._old += mark != "+"
            self._new += mark != "-"
        return True

    def hunk(
        self, start: int | None, new_start: int | None, heading: str, *, counted: bool
    ) -> Hunk:
        ops, bare = self._ops, self._bare
        if bare and not counted:
            ops = ops[: len(ops) - bare]
        return Hunk(
            ops=tuple(ops),
            start=start,
            new_start=new_start,
            counted=counted,
            heading=heading,
            gaps=frozenset(gap for gap in self._gaps if 0 < gap < len(ops)),
            old_unended=self._unended["-"],
            new_unended=self._unended["+"],
        )


def _refuse_what_is_no_text(line: str) -> None:
    if line.startswith("GIT binary patch") or re.match(r"^Binary files .* differ\s*$", line):
        raise ModelMistake("Your diff holds a binary patch. Only text files can be changed.")
    if line.startswith(_MODES):
        raise ModelMistake("Your diff changes a file's mode. Change only what is in the file.")
    if (match := _PLAIN_MODE.match(line)) and match.group(1) != "100644":
        kind = {"120000": "a link", "160000": "a submodule"}.get(
            match.group(1), f"mode {match.group(1)}"
        )
        raise ModelMistake(f"Your diff makes or removes {kind}. Only plain files can be changed.")
    if line.startswith(("copy from ", "copy to ")):
        raise ModelMistake("Your diff copies a file. Write the copy as a new file.")
    if line.startswith(("-Subproject commit ", "+Subproject commit ", "Submodule ")):
        raise ModelMistake("Your diff changes a submodule. Only plain files can be changed.")


def _named(text: str, prefix: str) -> str | None:
    """Return the path in a header; None for /dev/null. Prefixes and dates go, quotes are undone."""
    text = text.split("\t")[0].strip()
    if text.startswith('"') and text.endswith('"') and len(text) > 1:
        text = _unquoted(text[1:-1])
    if text == "/dev/null":
        return None
    if not prefix:
        return text
    other = "b/" if prefix == "a/" else "a/"
    return text.removeprefix(prefix) if text.startswith(prefix) else text.removeprefix(other)


def _unquoted(text: str) -> str:
    """Undo git's quoting of names: `\\303\\244` is one letter in UTF-8."""

    def byte(match: re.Match[str]) -> str:
        said = match.group(1)
        return chr(int(said, 8) & 255) if said.isdigit() else _LETTERS.get(said, said)

    return _ESCAPE.sub(byte, text).encode("latin-1", "replace").decode("utf-8", "replace")
