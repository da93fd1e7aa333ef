"""What a Python interpreter needs to see, found by looking at its folders and running nothing.

The environment may be a stranger's: links, `pyvenv.cfg` and `.pth` files in it name places on this
machine. A place is shown only if it looks like what it is said to be, an installation of Python, a
folder of packages or the source of one, so that no file can talk us into showing something else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from verdigris.core.parsing import NOT_PYTHON
from verdigris.suites.project_files import ProjectFiles

_PACKAGES = ("site-packages", "dist-packages")
_SOURCE = ("pyproject.toml", "setup.py", "setup.cfg")
_LARGEST = 1 << 20
"""Bytes of a file that is read here."""


@dataclass(frozen=True)
class Environment:
    readable: tuple[Path, ...] = ()
    """Folders that have to be seen, at the same place."""
    editable: tuple[Path, ...] = ()
    """Folders below the project from which installed packages are imported; relative to it."""


def look_at(python: Path, project: Path) -> Environment:
    """Return what an interpreter needs to see to run for a project."""
    homes = list(dict.fromkeys(_homes(python)))
    sites = [site for home in homes for site in _sites(home)]
    named = [place for site in sites for place in _named_in(site)]
    root = project.resolve()
    editable = [place for place in named if place.is_relative_to(root)]
    others = [
        place for place in named if place not in editable and (_is_source(place) or _is_site(place))
    ]
    linked = [place for site in sites for place in _linked_from(site)]
    return Environment(
        readable=tuple(dict.fromkeys([*homes, *others, *linked])),
        editable=tuple(dict.fromkeys(place.relative_to(root) for place in editable)),
    )


def real_program(python: Path, project: Path) -> Path:
    """Return the interpreter behind a link or a shim, where the name is of no environment."""
    for _ in range(10):
        if behind := _behind_shim(python, project):
            python = behind
        elif python.is_symlink() and not _is_home(python.parent.parent):
            python = python.parent / python.readlink()
        else:
            break
    return python


def _homes(python: Path) -> Iterator[Path]:
    """Yield the environments and installations an interpreter stands in, from link to link."""
    for _ in range(20):
        home = python.parent.parent
        if _is_home(home):
            yield home
            yield home.resolve()
            yield from _base(home)
        if not python.is_symlink():
            break
        python = python.parent / python.readlink()


def _base(home: Path) -> Iterator[Path]:
    """Yield the installation that a virtual environment was made from."""
    for line in _text(home / "pyvenv.cfg").splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "home" and (base := Path(value.strip())).is_absolute():
            for folder in (base.parent, base.resolve().parent):
                if _is_home(folder):
                    yield folder


def _is_home(folder: Path) -> bool:
    """Tell whether a folder is an environment or an installation of Python beside the system."""
    if folder == Path("/"):
        return False
    library = any(folder.glob("lib/python3*/")) or any(folder.glob("lib/pypy3*/"))
    return library and ((folder / "pyvenv.cfg").is_file() or any(folder.glob("bin/python3*")))


def _sites(home: Path) -> Iterator[Path]:
    for pattern in ("lib/python3*", "lib64/python3*", "lib/pypy3*"):
        for library in sorted(home.glob(pattern)):
            yield from (library / name for name in _PACKAGES if (library / name).is_dir())


def _named_in(site: Path) -> Iterator[Path]:
    """Yield the folders elsewhere that packages installed here are imported from."""
    for file in sorted(site.glob("*.pth")):
        for line in _text(file).splitlines():
            place = Path(line.strip())
            if not line.startswith(("#", "import")) and place.is_absolute() and place.is_dir():
                yield place.resolve()
    for file in sorted(site.glob("__editable__*_finder.py")):
        for place in _mapping(_text(file)):
            if place.exists():
                yield place.resolve().parent


def _mapping(code: str) -> Iterator[Path]:
    """Yield the places in the table that setuptools writes for an editable install."""
    try:
        tree = ast.parse(code)
    except NOT_PYTHON:
        return
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == "MAPPING" for target in targets):
            for text in ast.walk(node):
                if isinstance(text, ast.Constant) and str(text.value).startswith("/"):
                    yield Path(str(text.value))


def _is_source(place: Path) -> bool:
    """Tell whether a folder holds a package's source, and is no hidden one."""
    hidden = any(part.startswith(".") for part in place.parts)
    return not hidden and any(
        (folder / name).is_file() for folder in (place, place.parent) for name in _SOURCE
    )


def _is_site(place: Path) -> bool:
    return place.name in _PACKAGES and _is_home(place.parents[2])


def _linked_from(site: Path) -> Iterator[Path]:
    """Yield the folders of packages that links in a site folder point to.

    Some tools fill environments with links: to another site folder, or file by file to a cache, in
    which each package has a folder of its own.
    """
    try:
        entries = sorted(site.iterdir())
    except OSError:
        return
    for entry in entries:
        if entry.is_symlink():
            target = entry.resolve()
            if target.exists() and _is_site(target.parent):
                yield target
        elif entry.suffix == ".dist-info" and (record := entry / "METADATA").is_symlink():
            archive = record.resolve().parent.parent
            if archive.parent.name.startswith("archive-v"):
                yield archive


def _behind_shim(python: Path, project: Path) -> Path | None:
    """Return the interpreter that pyenv's stand-in would start, without asking it."""
    if python.parent.name != "shims" or python.is_symlink():
        return None
    root = python.parent.parent
    said = ProjectFiles(project).text(".python-version").split() or _text(root / "version").split()
    for version in said:
        if "/" in version or version.startswith("."):
            continue
        # Newest last: 3.12 stands for the newest 3.12 there is.
        found = sorted(root.glob(f"versions/{version}*/bin/{python.name}"), key=_by_number)
        exact = root / "versions" / version / "bin" / python.name
        if exact.exists() or found:
            return exact if exact.exists() else found[-1]
    return None


def _by_number(python: Path) -> list[int]:
    return [int(part) for part in python.parents[1].name.split(".") if part.isdigit()]


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""
