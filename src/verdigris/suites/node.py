"""What Node needs in a test run: our preload, and the packages that the copy does not hold.

A copy of the project is made of what git would keep, and that is not `node_modules`. They are
linked into the copy package by package, so that a package of the project itself (a workspace) leads
to the copy and not to the original, and so that tools may keep their caches beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

PRELOAD = Path(__file__).parent / "plugin" / "verdigris_js.cjs"
_FOLDER = "node_modules"
_OPTIONS = re.compile(
    r"NODE_OPTIONS=(?:(?P<quote>[\"'])(?P<quoted>.*?)(?P=quote)|(?P<bare>[^\s;&|]*))"
)
_DEEPEST = 3
"""Folders down to which packages of a workspace are looked for."""


def variables(tree: Path, path: str) -> dict[str, str]:
    """Return the variables for a command that may start Node. `path` is the search path."""
    return {
        "NODE_OPTIONS": f"--require={PRELOAD}",
        "PATH": f"{tree / _FOLDER / '.bin'}:{path}",
        # Watch modes never end, and a new snapshot is no test: tools know both by this.
        "CI": "1",
        "NO_COLOR": "1",
    }


def with_preload(command: str) -> str:
    """Return a command in which options of its own for Node stand beside ours, not alone."""

    def joined(found: re.Match[str]) -> str:
        theirs = found["quoted"] if found["quote"] else found["bare"]
        return f'NODE_OPTIONS="--require={PRELOAD} {theirs}"'

    return _OPTIONS.sub(joined, command)


def readable(project: Path, program: Path | None) -> tuple[Path, ...]:
    """Return what has to be seen beside the copy: the packages, and where Node itself is."""
    found = [PRELOAD.parent, *_folders(project)]
    if program is not None:
        home = program.resolve().parent.parent
        if (home / "bin" / "node").exists() and (home / "include" / "node").is_dir():
            found.append(home)
    return tuple(found)


def link_packages(project: Path, tree: Path) -> None:
    """Make the project's installed packages found from its copy. Doing it again is harmless."""
    root, copy = project.resolve(), tree.resolve()
    for folder in _folders(root):
        target = copy / folder.relative_to(root)
        # Not through a link that the project has put in the way.
        if target.exists() or target.parent.resolve() != target.parent:
            continue
        if not target.parent.is_dir():
            continue
        target.mkdir()
        for name, package in _packages(folder):
            link = target / name
            link.parent.mkdir(exist_ok=True)
            link.symlink_to(_in_copy(package, root, copy))


def _folders(root: Path) -> Iterator[Path]:
    """Yield the folders of packages: the project's, and those of the packages of a workspace."""
    waiting = [(root, 0)]
    while waiting:
        folder, depth = waiting.pop()
        found = folder / _FOLDER
        if found.is_dir() and not found.is_symlink():
            yield found
        if depth < _DEEPEST:
            try:
                inner = sorted(folder.iterdir())
            except OSError:
                continue
            waiting += [
                (one, depth + 1)
                for one in inner
                if one.is_dir()
                and not one.is_symlink()
                and one.name != _FOLDER
                and not one.name.startswith(".")
            ]


def _packages(folder: Path) -> Iterator[tuple[str, Path]]:
    for one in sorted(folder.iterdir()):
        if one.name.startswith("@") and one.is_dir():
            yield from ((f"{one.name}/{inner.name}", inner) for inner in sorted(one.iterdir()))
        elif one.name not in (".cache", ".vite", ".vitest", ".vite-temp"):
            yield one.name, one


def _in_copy(package: Path, root: Path, copy: Path) -> Path:
    """Return where a package is, for one of the project's own: in the copy."""
    real = package.resolve()
    if package.is_symlink() and real.is_relative_to(root) and _FOLDER not in real.parts:
        return copy / real.relative_to(root)
    return package
