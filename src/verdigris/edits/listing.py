"""Which files belong to a project: by git where there is one, else by a walk with its ignore files.

Reads names and kinds, never contents. Git is only asked for names, with nothing of the project's
configuration that could start a program. What is tracked belongs to the project whatever its name;
by-products, environments and secrets that merely lie there do not.
"""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pathspec

from verdigris.edits.git import ask_git

_SKIP = {
    ".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", ".tox", ".nox",
    ".mypy_cache", ".ruff_cache", ".pytest_cache", ".eggs", ".idea", ".hypothesis",
}  # fmt: skip
_MANY = 1000
"""Empty folders that are remembered at most."""


@dataclass(frozen=True)
class Listing:
    """A plain value: names that are not Unicode have no place in a model."""

    files: tuple[str, ...]
    """Regular files and links that stay inside, sorted; relative, with forward slashes."""
    folders: tuple[str, ...] = ()
    """Folders without any file, which git would not keep."""


def list_project(project: Path) -> Listing:
    """List what belongs to a project. Sockets, pipes and links that lead out do not."""
    root = str(project.resolve())
    try:
        files = _by_git(root)
    except subprocess.TimeoutExpired:
        files = []  # an ignore file that is a pipe, say: git would wait for ever
    # Nothing: not a repository, or a folder that the repository around it ignores.
    files, folders = (files, _hollow(root, files)) if files else _by_walk(root)
    return Listing(files=tuple(sorted(set(files))), folders=tuple(sorted(folders)[:_MANY]))


def _by_git(root: str) -> list[str]:
    look = _Look(root)
    others = _names(root, "--others", "--exclude-standard")
    found = []
    for name in (*_names(root, "--cached"), *(o for o in others if not look.is_left(o))):
        if look.is_ours(name):
            found.append(name)
        elif look.is_repository(name):
            # A submodule, or a repository within: git names the folder, not what is in it.
            name = name.rstrip("/")
            found += [f"{name}/{path}" for path in _by_git(f"{root}/{name}")]
    return found


def _names(root: str, *which: str) -> list[str]:
    done = ask_git("-c", "safe.directory=*", "ls-files", "-z", *which, cwd=Path(root))
    names = done.stdout.split(b"\0") if done.returncode == 0 else []
    return [os.fsdecode(name) for name in names if name]


def _by_walk(root: str) -> tuple[list[str], list[str]]:
    files: list[str] = []
    folders: list[str] = []
    look = _Look(root)

    def visit(folder: str, rules: Sequence[tuple[str, pathspec.GitIgnoreSpec]]) -> None:
        rules = [*rules, *_rules(f"{root}/{folder}.gitignore", folder)]
        entries = sorted(_entries(f"{root}/{folder}"), key=lambda entry: entry.name)
        for entry in entries:
            path = f"{folder}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                left = entry.name in _SKIP or look.in_environment(path)
                if not left and not _is_ignored(f"{path}/", rules):
                    visit(f"{path}/", rules)
            elif look.is_ours(path) and not _is_ignored(path, rules):
                files.append(path)
        if not entries and folder:
            folders.append(folder.rstrip("/"))

    visit("", ())
    return files, folders


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:  # not readable: nothing of it can be taken
        return []


def _rules(path: str, folder: str) -> Iterator[tuple[str, pathspec.GitIgnoreSpec]]:
    try:
        if stat.S_ISREG(os.lstat(path).st_mode):
            lines = Path(path).read_text("utf-8", "replace").splitlines()
            yield folder, pathspec.GitIgnoreSpec.from_lines(lines)
    except OSError:
        return


def _is_ignored(path: str, rules: Sequence[tuple[str, pathspec.GitIgnoreSpec]]) -> bool:
    """Let the innermost ignore file that has an opinion decide, as git does."""
    for folder, spec in reversed(rules):
        said = spec.check_file(path[len(folder) :]).include
        if said is not None:
            return said
    return False


def _hollow(root: str, files: Sequence[str]) -> list[str]:
    """Return the empty folders beside and below those that hold files."""
    known = {os.path.dirname(path) for path in files}
    known |= {parent for path in known for parent in _parents(path)} | {""}
    found = []
    for folder in sorted(known):
        for entry in _entries(f"{root}/{folder}"):
            path = f"{folder}/{entry.name}" if folder else entry.name
            if path in known or entry.name in _SKIP or not entry.is_dir(follow_symlinks=False):
                continue
            if os.access(f"{root}/{path}", os.R_OK) and not _entries(f"{root}/{path}"):
                found.append(path)
    return found


def _parents(path: str) -> Iterator[str]:
    while path := os.path.dirname(path):
        yield path


def _is_secret(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name == ".env" or name.startswith(".env.")


def _is_gits(path: str, *, link: bool) -> bool:
    """Tell whether git refuses to keep a path because it would mean something to git itself."""
    parts = path.casefold().split("/")
    return ".git" in parts or (link and parts[-1] == ".gitmodules")


class _Look:
    """What is asked of the same folders again and again, looked up once."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._plain = {"": True}
        self._environment = {"": False}

    def in_environment(self, folder: str) -> bool:
        """Tell whether a folder, or one around it, is a virtual environment."""
        if folder not in self._environment:
            here = os.path.lexists(f"{self._root}/{folder}/pyvenv.cfg")
            self._environment[folder] = here or self.in_environment(os.path.dirname(folder))
        return self._environment[folder]

    def is_left(self, path: str) -> bool:
        """Tell whether a path that nobody tracks is a by-product."""
        *folders, _ = path.rstrip("/").split("/")
        return bool(_SKIP & set(folders)) or self.in_environment("/".join(folders))

    def is_ours(self, path: str) -> bool:
        """Tell whether a path is a file, or a link to one, that lies inside the project."""
        place = f"{self._root}/{path}"
        try:
            kind = os.lstat(place).st_mode
            if _is_secret(path) or _is_gits(path, link=stat.S_ISLNK(kind)):
                return False
            if not self._is_plain(os.path.dirname(path)):
                return False
            if not stat.S_ISLNK(kind):
                return stat.S_ISREG(kind)
            return not os.path.isabs(os.readlink(place)) and self._leads_inside(place)
        except (OSError, ValueError):
            return False

    def is_repository(self, path: str) -> bool:
        place = f"{self._root}/{path}".rstrip("/")
        return (
            self._is_plain(path.rstrip("/"))
            and os.path.isdir(place)
            and os.path.lexists(f"{place}/.git")
        )

    def _leads_inside(self, place: str) -> bool:
        return os.path.realpath(place).startswith(f"{self._root}/")

    def _is_plain(self, folder: str) -> bool:
        """Tell whether a folder is reached without a link: what a link leads to is not ours."""
        if folder not in self._plain:
            above = self._is_plain(os.path.dirname(folder))
            self._plain[folder] = above and not os.path.islink(f"{self._root}/{folder}")
        return self._plain[folder]
