"""What a project's files say, read with care: they are a stranger's, and may be broken or huge.

Nothing is run and nothing is followed out of the project.
"""

from __future__ import annotations

import configparser
import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

_LARGEST = 1 << 20
"""Bytes of one file that are read."""
_MOST = 20_000
"""Names that are looked at."""
_DEEPEST = 8
_PASSED_OVER = {
    "node_modules", "__pycache__", "venv", "env", "build", "dist", "site-packages", "vendor",
    "target", "__pypackages__",
}  # fmt: skip


class ProjectFiles:
    def __init__(self, root: Path) -> None:
        self.root = root

    def text(self, name: str) -> str:
        """Return a file's text, empty for one that is missing, a link outwards, or unreadable."""
        path = self.root / name
        try:
            if not path.resolve().is_relative_to(self.root.resolve()) or not path.is_file():
                return ""
            with path.open("rb") as file:
                return file.read(_LARGEST).decode("utf-8", "replace")
        except (OSError, ValueError, RuntimeError):
            return ""

    def has(self, *names: str) -> str:
        """Return the first of these names that exists, or nothing."""
        return next((name for name in names if (self.root / name).exists()), "")

    @cached_property
    def names(self) -> tuple[PurePosixPath, ...]:
        """The files of the project, relative, without what tools put there."""
        return tuple(_walk(self.root))

    @cached_property
    def pyproject(self) -> Mapping[str, Any]:
        try:
            return tomllib.loads(self.text("pyproject.toml"))
        except (ValueError, RecursionError):
            return {}

    def tool(self, name: str) -> Mapping[str, Any]:
        """Return `[tool.NAME]` of pyproject.toml; empty where it is not there or no table."""
        tools = self.pyproject.get("tool", {})
        found = tools.get(name, {}) if isinstance(tools, dict) else {}
        return found if isinstance(found, dict) else {}

    @cached_property
    def package(self) -> Mapping[str, Any]:
        """`package.json`, empty where it is not there or no object."""
        try:
            found = json.loads(self.text("package.json"))
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def ini(self, name: str) -> configparser.RawConfigParser:
        parser = configparser.RawConfigParser(strict=False)
        try:
            parser.read_string(self.text(name))
        except configparser.Error:
            return configparser.RawConfigParser()
        return parser


def _walk(root: Path) -> Iterator[PurePosixPath]:
    seen = 0
    for folder, inner, files in os.walk(root):
        place = PurePosixPath(Path(folder).relative_to(root).as_posix())
        inner[:] = sorted(
            name
            for name in inner
            if name not in _PASSED_OVER
            and not name.startswith(".")
            and not Path(folder, name, "pyvenv.cfg").exists()
            and len(place.parts) < _DEEPEST
        )
        for name in sorted(files):
            seen += 1
            if seen > _MOST:
                return
            yield place / name
