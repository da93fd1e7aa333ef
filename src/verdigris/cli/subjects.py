"""What `verdigris check` looks at: a path as a whole, a patch, or the work since a revision.

Each becomes a Change, the one thing the gate knows. Nothing is written and nothing is run but git.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from verdigris.checks.policy import language
from verdigris.core.change import Change, FileEdit
from verdigris.core.finding import Finding
from verdigris.core.paths import is_protected
from verdigris.core.text import decode
from verdigris.edits.git import ask_git
from verdigris.edits.guard import clean_path
from verdigris.edits.hunk import FilePatch
from verdigris.edits.hunks import looks_like_diff, read_diff
from verdigris.edits.listing import list_project
from verdigris.edits.patch import apply_hunks
from verdigris.errors import ModelMistake, UserError
from verdigris.settings import Edits

_LARGEST = 5_000_000
"""Bytes of a file that is still looked at; nobody writes larger ones by hand."""


@dataclass(frozen=True)
class Subject:
    project: Path
    edits: tuple[FileEdit, ...]
    """Empty where there is nothing to look at."""
    findings: tuple[Finding, ...] = ()
    """What is wrong with the paths themselves."""
    whole: bool = False
    """Whether every file stands for itself, as if each were new."""

    @property
    def change(self) -> Change:
        return Change(edits=self.edits, origin="user")


def whole(path: Path, project: Path | None) -> Subject:
    """Take a file or a folder as if all of it were new."""
    home = (project or (path if path.is_dir() else _home_of(path))).resolve()
    if path.is_file():
        files = [path.resolve()]
    else:
        files = [path.resolve() / name for name in list_project(path).files]
    edits = []
    for file in files:
        if (text := _read(file)) is not None:
            name = Path(os.path.relpath(file, home)).as_posix()
            if language(name, text) is not None:
                edits.append(FileEdit(path=name, after=text))
    return Subject(home, tuple(edits), whole=True)


def _home_of(file: Path) -> Path:
    here = Path.cwd()
    return here if file.resolve().is_relative_to(here.resolve()) else file.parent


def against(revision: str, project: Path) -> Subject:
    """Take what differs between a revision and the files as they are now."""
    root = project.resolve()
    if revision.startswith("-"):
        raise UserError(f"'{revision}' is not the name of a revision.")
    commit = _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").strip()
    if not commit:
        raise UserError(
            f"There is no revision '{revision}' in {root}.",
            hint="Name a commit, branch or tag of the project's git repository.",
        )
    name = os.fsdecode(commit)
    prefix = os.fsdecode(_git(root, "rev-parse", "--show-prefix").strip())
    # Not `diff`, which would run the filters that the repository names to compare contents.
    changed = _git(
        root, "diff-index", "--name-only", "--no-renames", "--relative", "-z", name, "--"
    )
    fresh = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    edits = []
    for path in sorted({os.fsdecode(part) for part in (changed + fresh).split(b"\0") if part}):
        old = ask_git(
            "-c", "safe.directory=*", "cat-file", "blob", f"{name}:{prefix}{path}", cwd=root
        )
        before = decode(old.stdout)[0] if old.returncode == 0 else None
        after = _read(root / path)
        if before != after:
            edits.append(FileEdit(path=path, before=before, after=after))
    return Subject(root, tuple(edits))


def _git(root: Path, *words: str) -> bytes:
    done = ask_git("-c", "safe.directory=*", *words, cwd=root)
    if done.returncode not in (0, 1):
        said = done.stderr.decode("utf-8", "replace").strip()
        raise UserError(f"git cannot say what changed in {root}: {said}.")
    return done.stdout


def patch(source: Path, project: Path, edits: Edits) -> Subject:
    """Apply a unified diff to the project in memory and take what comes of it."""
    data = sys.stdin.buffer.read() if str(source) == "-" else source.read_bytes()
    text = decode(data)[0]
    if not text.strip():
        return Subject(project.resolve(), ())
    if not looks_like_diff(text):
        raise UserError(f"{source} is not a unified diff.", hint="Such as `git diff` prints it.")
    root = project.resolve()
    made: list[FileEdit] = []
    findings: list[Finding] = []
    try:
        parts = read_diff(text)
    except ModelMistake as mistake:
        raise UserError(f"The patch cannot be read: {mistake}") from None
    for part in parts:
        paths = {part.old, part.new} - {None, ""}
        here = [finding for path in paths for finding in _about_path(str(path), edits)]
        findings += here
        if not any(finding.rule == "edits/path" for finding in here):
            made += _applied(part, root)
    return Subject(root, tuple(made), tuple(findings))


def _about_path(path: str, edits: Edits) -> list[Finding]:
    try:
        clean_path(path)
    except ModelMistake as mistake:
        return [Finding(rule="edits/path", severity="block", path=path, message=str(mistake),
                        cure="Name files below the project.")]  # fmt: skip
    if is_protected(path) and not edits.allow_test_edits:
        said = "belongs to the tests or their set-up"
        return [Finding(rule="edits/protected", severity="block", path=path, message=said,
                        cure="Change the code, or set edits.allow_test_edits.")]  # fmt: skip
    return []


def _applied(part: FilePatch, root: Path) -> list[FileEdit]:
    old, new = (clean_path(name) if name else None for name in (part.old, part.new))
    before = _read(root / old) if old else None
    if old and before is None and new:
        raise UserError(f"The patch changes {old}, which is not a text file of {root}.")
    if new is None:
        return [FileEdit(path=old or "", before=before)]
    try:
        after = apply_hunks(before or "", part.hunks, new).text if part.hunks else before or ""
    except ModelMistake as mistake:
        raise UserError(
            f"The patch does not fit {new}: {mistake}",
            hint="Name the project it was made for by --project.",
        ) from None
    if old and old != new:
        return [FileEdit(path=old, before=before), FileEdit(path=new, after=after)]
    return [FileEdit(path=new, before=before, after=after)]


def _read(path: Path) -> str | None:
    """Return the text of a regular file; None for a link, a device, something binary or huge."""
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > _LARGEST:
            return None
        text = decode(path.read_bytes())[0]
    except OSError:
        return None
    # Python refuses such a file as well; a database or picture is none of our business.
    return None if "\0" in text and path.suffix not in (".py", ".pyi", ".js", ".ts") else text
