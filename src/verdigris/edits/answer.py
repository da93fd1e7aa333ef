"""From a model's text to the new texts of the files it means. Tolerant of form, never of meaning.

Reads whole files, whole functions and classes, unified diffs, search/replace blocks, deletions and
renames, in any mixture. Where it is not certain what is meant the model is asked again, with the
reason: a guess would be worse. Diffs and search blocks are taken all or none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from verdigris.core.syntax import syntax_error
from verdigris.core.text import tidy
from verdigris.edits.blocks import (
    Code,
    Diff,
    Piece,
    Removal,
    Renaming,
    Replacement,
    find_pieces,
    without_thoughts,
)
from verdigris.edits.guard import clean_path
from verdigris.edits.hunk import FilePatch
from verdigris.edits.hunks import read_diff
from verdigris.edits.lines import refuse_elisions
from verdigris.edits.loose import unfenced
from verdigris.edits.names import defined
from verdigris.edits.patch import Applied, apply_hunks
from verdigris.edits.replace import replace_once
from verdigris.edits.splice import splice
from verdigris.edits.target import known_path, several, target_of_code
from verdigris.errors import ModelMistake

UNCHANGED = "Your answer does not change the code. Change it."
_MAX_ANSWER = 400_000
"""Characters of an answer that are read; what follows is a ramble."""


@dataclass(frozen=True)
class Reading:
    texts: dict[str, str | None]
    """The new text of each file that changes; None for one that goes."""
    how: dict[str, tuple[str, str]] = field(default_factory=dict)
    """How each was made, and what was fuzzy about it, if anything."""


def read_answer(
    text: str,
    files: Mapping[str, str],
    focus: Sequence[str],
    earlier: Mapping[str, str] | None = None,
) -> Reading:
    """Return what an answer changes.

    `files` are the texts the answer may refer to, `focus` the paths it was asked about, likeliest
    first, `earlier` older versions of some files, which a diff may be against. Raises ModelMistake,
    in words meant for the model, when nothing usable is in it.
    """
    if not text.strip():
        raise ModelMistake("Your answer was empty. Answer with the corrected code.")
    if tidy(text) != text:
        raise ModelMistake("Your answer holds characters that cannot be written.")
    said = without_thoughts(text[:_MAX_ANSWER].replace("\r\n", "\n"))
    if not said.strip():
        raise ModelMistake("Your answer ended before the code. Answer with the code, briefly.")
    pieces = find_pieces(said) or unfenced(said)
    if not pieces:
        raise ModelMistake("There was no code in your answer. Answer with one fenced code block.")
    return _Desk(files, focus, earlier or {}).read(pieces)


class _Desk:
    """The files as they become, piece by piece."""

    def __init__(
        self, files: Mapping[str, str], focus: Sequence[str], earlier: Mapping[str, str]
    ) -> None:
        self._files = files
        self._earlier = earlier
        self._focus = focus
        self._now: dict[str, str | None] = dict(files)
        self._how: dict[str, tuple[str, str]] = {}

    def read(self, pieces: Sequence[Piece]) -> Reading:
        problems: list[str] = []
        for piece in pieces:
            try:
                self._take(piece)
            except ModelMistake as mistake:
                if not isinstance(piece, Code):
                    raise  # half a patch is another patch
                problems.append(str(mistake))
        texts = {p: t for p, t in self._now.items() if t != self._files.get(p)}
        if not texts:
            raise ModelMistake(problems[0] if problems else UNCHANGED)
        self._require_sound(texts)
        return Reading(texts, {path: self._how.get(path, ("", "")) for path in texts})

    def _take(self, piece: Piece) -> None:
        match piece:
            case Code():
                self._take_code(piece)
            case Replacement():
                self._take_replacement(piece)
            case Diff():
                self._take_diff(piece)
            case Removal(path):
                self._remove(self._shown(path))
            case Renaming(old, new):
                self._rename(self._shown(old), new)

    @property
    def _texts(self) -> dict[str, str]:
        return {path: text for path, text in self._now.items() if text is not None}

    def _put(self, path: str, text: str, how: str, fuzzy: str = "") -> None:
        ways, doubts = self._how.get(path, ("", ""))
        self._now[path] = text
        self._how[path] = (_joined(ways, how), _joined(doubts, fuzzy))

    def _shown(self, named: str) -> str:
        """Return the file a path means. Raises ModelMistake where it is none that was shown."""
        path = known_path(named, self._texts)
        if path is None:
            raise self._unknown(named)
        return path

    def _unknown(self, named: str) -> ModelMistake:
        there = ", ".join(list(self._texts)[:8])
        return ModelMistake(
            f"{clean_path(named)} is not one of the files you were shown. They are: {there}."
        )

    def _take_code(self, block: Code) -> None:
        path = target_of_code(block, self._texts, self._focus)
        before = self._texts.get(path)
        if before is None:
            self._put(path, _fresh_text(block), "new file")
            return
        fuzzy = _misnamed(block.path, path)
        known = defined(path, before)
        whole = bool(known) and known <= defined(path, block.text)
        self._put(
            path,
            splice(before, block.text, path),
            "whole file" if whole else "whole function",
            fuzzy,
        )

    def _take_replacement(self, block: Replacement) -> None:
        refuse_elisions(block.replace, block.search, "REPLACE")
        path = self._place_of(
            [block.path] if block.path else [],
            lambda text, name: replace_once(text, block.search, block.replace, name),
        )
        if path is None:
            if block.path and not block.search.strip():
                self._put(clean_path(block.path), block.replace, "new file")
                return
            raise self._unknown(block.path) if block.path else _nameless("SEARCH block")
        done = replace_once(self._texts[path], block.search, block.replace, path)
        self._applied(path, done, _misnamed(block.path, path))

    def _take_diff(self, block: Diff) -> None:
        patches = read_diff(block.text, prose=block.prose, hint=block.path)
        if not patches:
            raise ModelMistake("Your diff holds no changed line. Mark them with + and -.")
        for patch in patches:
            self._take_patch(patch)

    def _take_patch(self, patch: FilePatch) -> None:
        added = [text for hunk in patch.hunks for mark, text in hunk.ops if mark == "+"]
        old = [text for hunk in patch.hunks for text in hunk.old]
        refuse_elisions("\n".join(added), "\n".join(old), "diff")
        if patch.old is None:
            self._add(patch)
            return
        if patch.new is None:
            self._remove(self._shown(patch.old), patch)
            return
        names = list(dict.fromkeys(name for name in (patch.new, patch.old) if name))
        if patch.renames:
            self._rename(self._shown(patch.old), patch.new)
            names = [patch.new]
            if not patch.hunks:
                return
        path = self._place_of(names, lambda text, name: apply_hunks(text, patch.hunks, name))
        if path is None:
            raise self._unknown(names[0]) if names else _nameless("diff")
        older = [self._earlier[path]] if path in self._earlier else []
        done = apply_hunks(self._texts[path], patch.hunks, path, earlier=older)
        self._applied(path, done, _misnamed(names[0] if names else "", path))

    def _applied(self, path: str, done: Applied, misnamed: str) -> None:
        doubts = ", ".join(doubt for doubt in (done.fuzzy, misnamed) if doubt)
        self._put(path, done.text, done.record, doubts)

    def _place_of(self, names: Sequence[str], attempt: Callable[[str, str], Applied]) -> str | None:
        """Return the file meant by its name, else the only one in which a patch finds its lines."""
        ambiguous: ModelMistake | None = None
        for name in names:
            try:
                if path := known_path(name, self._texts):
                    return path
            except ModelMistake as mistake:
                ambiguous = mistake
        for name in names:
            clean_path(name)  # a forbidden path is refused, not mended
        exact: list[str] = []
        loose: list[str] = []
        for path, text in self._texts.items():
            try:
                done = attempt(text, path)
            except ModelMistake:
                continue
            (loose if done.fuzzy else exact).append(path)
        # Under another name only an exact match will do: two doubts are one too many.
        fitting = exact if exact or names else loose
        if len(fitting) == 1:
            return fitting[0]
        if len(fitting) > 1:
            raise several(names[0] if names else "", fitting)
        if ambiguous:
            raise ambiguous
        likeliest = [path for path in (*self._focus, *self._texts) if path in self._texts]
        if not names and (self._focus or len(likeliest) == 1):
            return likeliest[0]  # it fits nowhere; the complaint is about the likeliest file
        return None

    def _add(self, patch: FilePatch) -> None:
        assert patch.new is not None
        path = clean_path(patch.new)
        lines = [line for hunk in patch.hunks for line in hunk.new]
        text = "".join(f"{line}\n" for line in lines)
        if any(hunk.new_unended for hunk in patch.hunks):
            text = text.removesuffix("\n")
        if self._texts.get(path, "").strip():
            raise ModelMistake(f"{path} is there already. Write a diff against what it holds.")
        self._put(path, text, "new file")

    def _remove(self, path: str, patch: FilePatch | None = None) -> None:
        before = self._texts[path]
        if patch is not None and patch.hunks:
            gone = [line.split() for hunk in patch.hunks for line in hunk.old if line.strip()]
            if gone != [line.split() for line in before.split("\n") if line.strip()]:
                raise ModelMistake(f"Your diff deletes {path}, but does not remove all its lines.")
        self._now[path] = None
        self._how[path] = ("deleted", "")

    def _rename(self, old: str, named: str) -> None:
        new = clean_path(named)
        if self._texts.get(new) is not None:
            raise ModelMistake(f"{old} cannot be renamed: {new} is there already.")
        text = self._texts[old]
        self._remove(old)
        self._how[old] = (f"renamed to {new}", "")
        self._put(new, text, f"renamed from {old}")

    def _require_sound(self, texts: Mapping[str, str | None]) -> None:
        """Refuse what does not parse any more, although it did before."""
        for path, text in texts.items():
            if text is None or (path in self._files and syntax_error(path, self._files[path])):
                continue
            if error := syntax_error(path, text):
                raise ModelMistake(f"After your change {path} does not parse: {error}.")


def _joined(said: str, more: str) -> str:
    """Add to what is said of a file, once."""
    return said if not more or more in said else f"{said}, {more}" if said else more


def _misnamed(named: str, path: str) -> str:
    """Return what to say where a file was found by its content, under another name."""
    if not named or named.rpartition("/")[2].casefold() == path.rpartition("/")[2].casefold():
        return ""
    return f"meant for {clean_path(named)}"


def _nameless(what: str) -> ModelMistake:
    return ModelMistake(f"Your {what} does not say which file it is for. Name the file.")


def _fresh_text(block: Code) -> str:
    """Return the text of a new file, without the line that only names it."""
    refuse_elisions(block.text, "", block.path)
    first, _, rest = block.text.lstrip("\n").partition("\n")
    named = re.match(
        r"^\s*(?:#|//)\s*(?:file(?:name)?|path)?\s*:?\s*`?([^\s`]+)`?\s*$", first, re.I
    )
    text = rest.lstrip("\n") if named and named.group(1) == block.path else block.text
    return text if text.endswith("\n") else text + "\n"
