"""What a project asks for: read from the files in which projects list their dependencies."""

from __future__ import annotations

import ast
import configparser
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from verdigris.core.parsing import NOT_PYTHON

_NAME = re.compile(r"^\s*([A-Za-z0-9][A-Za-z0-9._-]*)")
_NODE_LISTS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")


def normal(name: str) -> str:
    """Return a distribution's name in the one spelling in which names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared_python(tree: Path) -> frozenset[str] | None:
    """Return what the project declares; None where it has no such file at all."""
    found: list[str] = []
    seen = False
    readers = (
        ("pyproject.toml", _pyproject), ("setup.cfg", _setup_cfg), ("setup.py", _setup_py),
        ("Pipfile", _pipfile),
    )  # fmt: skip
    for name, read in readers:
        if (text := _text(tree / name)) is not None:
            names = list(read(text))
            seen = seen or bool(names) or name in ("setup.py", "Pipfile") or "[project]" in text
            found += names
    for path in sorted([*tree.glob("*requirements*.txt"), *tree.glob("requirements/*.txt")])[:50]:
        seen = True
        found += [line for line in (_text(path) or "").splitlines() if not line.startswith("-")]
    if not seen:
        return None
    return frozenset(normal(match.group(1)) for each in found if (match := _NAME.match(each)))


def declared_node(tree: Path, near: str) -> frozenset[str] | None:
    """Return what the packages around a file declare, with their own names; None without any."""
    found: set[str] = set()
    seen = False
    for parent in PurePosixPath(near).parents:
        text = _text(tree / parent / "package.json")
        if text is None:
            continue
        try:
            package = json.loads(text)
        except ValueError:
            continue
        seen = True
        if isinstance(package, dict):
            found.add(str(package.get("name", "")))
            for key in _NODE_LISTS:
                found |= set(package[key]) if isinstance(package.get(key), dict) else set()
    return frozenset(found) if seen else None


def _text(path: Path) -> str | None:
    try:
        return path.read_text("utf-8", "replace") if path.is_file() else None
    except OSError:
        return None


def _pyproject(text: str) -> Iterator[str]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    project = _table(data, "project")
    yield from _strings(project.get("dependencies"))
    for group in (_table(project, "optional-dependencies"), _table(data, "dependency-groups")):
        for names in group.values():
            yield from _strings(names)
    poetry = _table(_table(data, "tool"), "poetry")
    groups = [_table(each, "dependencies") for each in _table(poetry, "group").values()
              if isinstance(each, dict)]  # fmt: skip
    for table in (_table(poetry, "dependencies"), _table(poetry, "dev-dependencies"), *groups):
        yield from table


def _setup_cfg(text: str) -> Iterator[str]:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return
    if parser.has_section("options"):
        yield from parser.get("options", "install_requires", fallback="").splitlines()
    if parser.has_section("options.extras_require"):
        for _, names in parser.items("options.extras_require"):
            yield from names.splitlines()


def _setup_py(text: str) -> Iterator[str]:
    """Every constant in the lists of `install_requires` and its like; nothing is run."""
    try:
        tree = ast.parse(text)
    except NOT_PYTHON:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in (
            "install_requires", "extras_require", "tests_require", "setup_requires",
        ):  # fmt: skip
            for part in ast.walk(node.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def _pipfile(text: str) -> Iterator[str]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    yield from (*_table(data, "packages"), *_table(data, "dev-packages"))


def _table(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _strings(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
