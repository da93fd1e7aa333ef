"""What a project has around it: its own modules, what is installed for it, what it declares.

Reads files only. The project's interpreter is not started, and nothing of its packages is imported:
their metadata say what they bring.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path

from verdigris.checks.declared import declared_node, declared_python, normal
from verdigris.core.paths import is_test_file
from verdigris.settings import Machine
from verdigris.settings.interpreter import named_python

_SKIP = {
    ".git", ".hg", ".svn", ".venv", "venv", "env", "node_modules", "__pycache__", ".tox", ".nox",
    ".mypy_cache", ".ruff_cache", ".pytest_cache", ".eggs", "site-packages", "build", "dist",
}  # fmt: skip
_MOST_FILES = 50_000
_MOST_TESTS, _LONGEST_TEST = 1000, 200_000
_CODE = (".py", ".pyi", ".pyx", ".so", ".pyd", ".js", ".mjs", ".cjs", ".ts", ".tsx")


def test_texts(tree: Path) -> dict[str, str]:
    """Return the Python tests of a tree, by path; enough of them to know what they expect."""
    found: dict[str, str] = {}
    for folder, folders, files in os.walk(tree):
        folders[:] = [name for name in folders if name not in _SKIP]
        for name in files:
            path = Path(folder, name)
            shown = path.relative_to(tree).as_posix()
            if name.endswith(".py") and is_test_file(shown) and len(found) < _MOST_TESTS:
                with contextlib.suppress(OSError):
                    found[shown] = path.read_bytes()[:_LONGEST_TEST].decode("utf-8", "replace")
    return found


@dataclass(frozen=True)
class Surroundings:
    """The tree that is looked at, the user's folder it was taken from, and its interpreter."""

    tree: Path
    root: Path
    python: str | None
    machine: Machine

    @cached_property
    def own(self) -> frozenset[str]:
        """Every name a module of the project may have: each file and folder that holds code."""
        names: set[str] = set()
        for number, (folder, folders, files) in enumerate(os.walk(self.tree)):
            folders[:] = [name for name in folders if name not in _SKIP]
            code = [name for name in files if name.endswith(_CODE)]
            names |= {name.partition(".")[0] for name in code}
            if code:
                # A package may hold its modules some levels down and have no file of its own.
                names |= set(Path(folder).relative_to(self.tree).parts)
            if number > _MOST_FILES:
                break
        return frozenset(names)

    @cached_property
    def installed(self) -> dict[str, str]:
        """Top-level module to the distribution that brings it; empty where nothing says which."""
        found: dict[str, str] = {}
        for folder in site_folders(self.root, self.python, self.machine):
            for name, owner in _modules_in(folder):
                if owner or name not in found:
                    found[name] = owner
        return found

    @cached_property
    def declared(self) -> frozenset[str] | None:
        """Distributions the project asks for, in one spelling; None if it says nothing at all."""
        return declared_python(self.tree)

    def node_installed(self, package: str, near: str) -> bool:
        """Tell whether a package lies in `node_modules` of the file's folder or one above it."""
        folder = (self.root / near).parent
        return any(
            (place / "node_modules" / package).is_dir()
            for place in (folder, *folder.parents)
            if place == self.root or self.root in place.parents
        )

    def node_declared(self, near: str) -> frozenset[str] | None:
        return declared_node(self.tree, near)


def site_folders(project: Path, python: str | None, machine: Machine) -> list[Path]:
    """Return the folders of packages of the interpreter that runs the project's tests.

    The order is that of the search for an interpreter: the first that has pytest.
    """
    first: list[Path] = []
    for candidate in _interpreters(project, python, machine):
        folders = list(_folders_of(candidate))
        if any(
            (folder / "pytest").is_dir() or (folder / "pytest.py").is_file() for folder in folders
        ):
            return folders
        first = first or folders
    return first


def _interpreters(project: Path, python: str | None, machine: Machine) -> Iterator[Path]:
    if python:
        yield named_python(python, machine)
        return
    for name in (".venv", "venv", "env"):
        yield project / name / "bin" / "python"
    if machine.virtual_env:
        yield Path(machine.virtual_env) / "bin" / "python"
    if found := shutil.which("python3", path=machine.path):
        yield Path(found)
    yield Path(sys.executable)


def _folders_of(interpreter: Path) -> Iterator[Path]:
    """Yield where an interpreter looks for packages, as far as its place on the disk tells."""
    if not os.access(interpreter, os.F_OK):  # where one may not look, there is nothing
        return
    prefix = interpreter.parent.parent
    config = prefix / "pyvenv.cfg"
    yield from _below(prefix)
    if not config.is_file():
        real = interpreter.resolve().parent.parent
        if real != prefix:
            yield from _below(real)
        return
    text = config.read_text("utf-8", "replace")
    if re.search(r"^include-system-site-packages\s*=\s*true", text, re.M | re.I) and (
        home := re.search(r"^home\s*=\s*(.+)$", text, re.M)
    ):
        yield from _below(Path(home.group(1).strip()).parent)


def _below(prefix: Path) -> Iterator[Path]:
    places = [prefix, prefix / "local"] if prefix == Path("/usr") else [prefix]
    for place in places:
        for lib in ("lib", "lib64"):
            for pattern in ("python3*/site-packages", "python3*/dist-packages"):
                yield from sorted((place / lib).glob(pattern))


def _modules_in(folder: Path) -> Iterator[tuple[str, str]]:
    if not os.access(folder, os.R_OK | os.X_OK):
        return
    for entry in folder.iterdir():
        if entry.suffix == ".pth":
            yield from _linked(entry)
        elif entry.is_dir() and not entry.name.endswith((".dist-info", ".egg-info", "__pycache__")):
            yield entry.name, ""
        elif entry.suffix in (".py", ".so"):
            yield entry.name.partition(".")[0], ""
    for each in metadata.distributions(path=[str(folder)]):
        try:
            name = normal(each.metadata["Name"] or "")
            top = (each.read_text("top_level.txt") or "").split()
            files = [] if top else _recorded(each)
        except (OSError, UnicodeDecodeError, KeyError, TypeError, ValueError):
            continue  # a damaged record says nothing
        for module in top or {_top(path) for path in files}:
            if module:
                yield module, name


def _recorded(distribution: metadata.Distribution) -> list[str]:
    """Return what a distribution has installed, by its own list.

    `Distribution.files` looks for each of them on the disk since Python 3.12.
    """
    if listed := distribution.read_text("RECORD"):
        return [line.rsplit(",", 2)[0].strip('"') for line in listed.splitlines()]
    return [str(path) for path in distribution.files or ()]


def _top(path: str) -> str:
    first, _, rest = path.replace("\\", "/").partition("/")
    if first.endswith((".dist-info", ".egg-info")) or first in ("..", "", "__pycache__"):
        return ""
    return first if rest else first.partition(".")[0] if first.endswith((".py", ".so")) else ""


def _linked(entry: Path) -> Iterator[tuple[str, str]]:
    """Yield the modules of a folder that a `.pth` file names. Its lines of code are not run."""
    try:
        lines = entry.read_text("utf-8", "replace").splitlines()
    except OSError:
        return
    for line in lines[:100]:
        place = Path(line.strip())
        if not line.startswith(("import ", "import\t", "#")) and line.strip():
            place = place if place.is_absolute() else entry.parent / place
            if place.is_dir():
                for inside in place.iterdir():
                    if inside.is_dir() or inside.suffix == ".py":
                        yield inside.name.partition(".")[0], ""
