"""Where the Python environments of a project may be, likeliest first. Nothing is run to find out.

Each comes with words that say whose it is: `the project's .venv (uv)`.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from verdigris.settings import Machine
from verdigris.suites.project_files import ProjectFiles

_OWN = (".venv", "venv", "env")
_TOOLS = (
    ("uv.lock", "uv"), ("poetry.lock", "poetry"), ("pdm.lock", "pdm"), ("Pipfile", "pipenv"),
    ("hatch.toml", "hatch"), (".pdm-python", "pdm"),
)  # fmt: skip
_CONDA = (
    "miniconda3", "anaconda3", "miniforge3", "mambaforge", "micromamba", ".conda", "opt/miniconda3",
    "opt/anaconda3",
)  # fmt: skip


def has_own(project: Path) -> bool:
    """Tell whether the project brings an environment of its own."""
    return any(_is_there(project / name / "bin" / "python") for name in _OWN)


def _is_there(path: Path) -> bool:
    """Tell whether there is such a file for us. `Path.exists` raises in a closed folder."""
    return os.access(path, os.F_OK)


def pythons(project: Path, machine: Machine) -> Iterator[tuple[Path, str]]:
    """Yield interpreters that may be there, each with whose it is."""
    files = ProjectFiles(project)
    by = f" ({tool})" if (tool := manager(files)) else ""
    for name in _OWN:
        if _is_there(path := project / name / "bin" / "python"):
            yield path, f"the project's {name}{by}"
    if machine.virtual_env:
        yield Path(machine.virtual_env) / "bin" / "python", "the active environment"
    yield from _conda(files, machine)
    yield from _kept_elsewhere(project, machine)
    yield from _made_for_testing(project)
    if found := shutil.which("python3", path=machine.path):
        yield Path(found), "python3 on the PATH"
    yield Path(sys.executable), "Verdigris' own environment"


def manager(files: ProjectFiles) -> str:
    """Return the tool that looks after the project's environment, or nothing."""
    if found := next((name for lock, name in _TOOLS if files.has(lock)), ""):
        return found
    return next((name for name in ("uv", "poetry", "pdm", "hatch") if files.tool(name)), "")


def _conda(files: ProjectFiles, machine: Machine) -> Iterator[tuple[Path, str]]:
    said = files.text("environment.yml") or files.text("environment.yaml")
    if not said:
        return
    named = re.search(r"^name:\s*[\"']?([\w.-]+)", said, re.MULTILINE)
    if named and not named.group(1).startswith("."):
        for place in _CONDA:
            path = Path(machine.home, place, "envs", named.group(1), "bin", "python")
            if _is_there(path):
                yield path, f"conda's environment {named.group(1)}"


def _kept_elsewhere(project: Path, machine: Machine) -> Iterator[tuple[Path, str]]:
    """Yield the environments that tools keep in the user's folders, named after the project."""
    chosen = ProjectFiles(project).text(".pdm-python").strip()
    if chosen.startswith("/"):
        yield Path(chosen), "pdm's choice"
    home = Path(machine.home)
    root = project.resolve()
    for place in (".cache/pypoetry", "Library/Caches/pypoetry"):
        folder = home / place / "virtualenvs"
        for path in sorted(folder.glob(f"*-{_mark(root)}-py3*/bin/python"), reverse=True):
            yield path, "poetry's environment"
    for path in sorted(
        home.glob(f".local/share/virtualenvs/*-{_mark(root / 'Pipfile')}/bin/python")
    ):
        yield path, "pipenv's environment"
    for place in (".local/share/hatch", "Library/Application Support/hatch"):
        folder = home / place / "env" / "virtual"
        # The one for testing where there is one, the default one otherwise.
        found = sorted(folder.glob(f"*/{_mark(root)}/*/bin/python"), key=_for_testing)
        for path in found:
            yield path, f"hatch's environment {path.parents[1].name}"


def _for_testing(path: Path) -> tuple[bool, str]:
    name = path.parents[1].name
    return "test" not in name, name


def _made_for_testing(project: Path) -> Iterator[tuple[Path, str]]:
    for tool in ("tox", "nox"):
        for path in sorted(project.glob(f".{tool}/*/bin/python")):
            yield path, f"{tool}'s {path.parents[1].name}"


def _mark(path: Path) -> str:
    """Return what poetry, pipenv and hatch all make of a path to tell projects apart."""
    digest = hashlib.sha256(str(path).encode()).digest()
    return base64.urlsafe_b64encode(digest).decode()[:8]
