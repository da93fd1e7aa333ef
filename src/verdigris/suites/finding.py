"""Which command runs a project's tests, from its files alone. What was found is said, and why.

Python comes first, then JavaScript, then `make test`: what is named by its own configuration is
surer than what a file's name suggests. `--test-cmd` wins over all of it, and never gets here.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path, PurePosixPath
from typing import Literal

from verdigris.core.value import Value
from verdigris.suites import finding_node
from verdigris.suites.project_files import ProjectFiles

Runner = Literal["pytest", "unittest", "node", "command"]


class Found(Value):
    runner: Runner
    command: str
    """As a user would type it."""
    because: str
    """What in the project says so."""
    arguments: tuple[str, ...] = ()
    """What follows the interpreter, where it is Python's own; empty for a line for the shell."""
    typed: bool = False
    """Whether the tests will be TypeScript, although the project does not hold them yet."""

    def __str__(self) -> str:
        return f"{self.command} ({self.because})"


def asked(test_cmd: str) -> Found:
    """Return the command a user has named."""
    return Found(runner="command", command=test_cmd, because="named by you")


def find(project: Path) -> Found:
    """Return how the project's tests are run; pytest where nothing says anything."""
    files = ProjectFiles(project)
    tests = [path for path in files.names if _is_python_test(path)]
    if found := _python(files, tests):
        return found
    if script := finding_node.find(files):
        return Found(runner="node", command=script.command, because=script.because)
    if target := re.search(r"^(test|check)\s*:(?!=)", files.text("Makefile"), re.MULTILINE):
        word = target.group(1)
        return Found(runner="command", command=f"make {word}", because=f"the Makefile has {word}")
    return _pytest("nothing in the project says how its tests are run")


def _pytest(because: str) -> Found:
    return Found(
        runner="pytest",
        command="python -m pytest",
        because=because,
        arguments=("-m", "pytest"),
    )


def _is_python_test(path: PurePosixPath) -> bool:
    name = path.name
    return name.endswith(".py") and (name.startswith("test") or name.endswith("_test.py"))


def _python(files: ProjectFiles, tests: list[PurePosixPath]) -> Found | None:
    if because := _configures_pytest(files) or _calls(files, r"\bpytest\b|\bpy\.test\b"):
        return _pytest(because)
    if by_hand := _unittest_by_hand(files):
        return by_hand
    if because := _needs_pytest(files):
        return _pytest(because)
    if not tests:
        return None
    texts = {path: files.text(str(path)) for path in tests[:200]}
    for path, text in texts.items():
        if re.search(r"^(?:import pytest|from pytest\b|(?:async )?def test_)", text, re.MULTILINE):
            return _pytest(f"{path} is written for pytest")
    cases = [
        path
        for path, text in texts.items()
        if re.search(r"\bunittest\b|django\.test|\([^()\n]{0,200}TestCase\)", text)
    ]
    if not cases:
        return _pytest("it has test files") if _looks_like_tests(texts) else None
    return _unittest(files, cases)


def _looks_like_tests(texts: dict[PurePosixPath, str]) -> bool:
    return any(re.search(r"^\s*(?:class Test|def test)", t, re.MULTILINE) for t in texts.values())


def _configures_pytest(files: ProjectFiles) -> str:
    if name := files.has("pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml"):
        return name
    if files.tool("pytest"):
        return "pyproject.toml configures it"
    for name, section in (("tox.ini", "pytest"), ("setup.cfg", "tool:pytest")):
        if files.ini(name).has_section(section):
            return f"{name} configures it"
    conftest = next((path for path in files.names if path.name == "conftest.py"), None)
    return str(conftest) if conftest else ""


def _called_in(files: ProjectFiles) -> list[tuple[str, str]]:
    """Return the commands that the project's own tools run for testing, with where they stand."""
    tox = files.ini("tox.ini")
    said = [
        (f"[{section}] in tox.ini", tox.get(section, "commands", fallback=""))
        for section in tox.sections()
        if section.startswith("testenv")
    ]
    hatch = files.tool("hatch").get("envs", {})
    makefile = re.search(r"^test\s*:[^=\n]*\n((?:\t.*\n?)+)", files.text("Makefile"), re.MULTILINE)
    return [
        *said,
        ("noxfile.py", files.text("noxfile.py")),
        ("the environments of hatch", str(hatch)),
        ("the Makefile", makefile.group(1) if makefile else ""),
    ]


def _calls(files: ProjectFiles, pattern: str) -> str:
    for where, text in _called_in(files):
        if re.search(pattern, text):
            return f"{where} calls it"
    return ""


def _needs_pytest(files: ProjectFiles) -> str:
    project = files.pyproject
    for table in (project.get("project"), project.get("dependency-groups"), files.tool("poetry"),
                  files.tool("pdm"), files.tool("uv"), files.tool("hatch")):  # fmt: skip
        if re.search(r"\bpytest\b", str(table)):
            return "pyproject.toml requires it"
    lists = [path for path in files.names if re.match(r"requirements.*\.(txt|in)$", path.name)]
    names = [*map(str, lists[:20]), "Pipfile", "setup.py", "setup.cfg", "environment.yml",
             "environment.yaml"]  # fmt: skip
    for name in names:
        if re.search(r"^[^#\n]*\bpytest\b", files.text(name), re.MULTILINE):
            return f"{name} requires it"
    return ""


# unittest

_BY_HAND = re.compile(r"python[\d.]*[\"', ]+-m[\"', ]+unittest\b([^\n;&|)]*)")
_DJANGO = re.compile(r"manage\.py[\"', ]+test\b")


def _unittest_by_hand(files: ProjectFiles) -> Found | None:
    """Take over how the project's own tools call unittest, as far as that can be understood."""
    for where, text in _called_in(files):
        if found := _BY_HAND.search(text):
            words = _words(found.group(1))
            if words is not None:
                return _python_line(("-m", "unittest", *words), f"{where} calls it")
        if _DJANGO.search(text) and files.has("manage.py"):
            return _python_line(("manage.py", "test"), f"{where} calls it")
    return None


def _words(line: str) -> list[str] | None:
    """Return the words of a line in a tool's file; None for what only the tool understands."""
    plain = re.sub(r"\{posargs[^}]*\}", "", line)
    if '", "' in plain or "', '" in plain:  # a list in Python
        plain = re.sub(r"[\"',]+", " ", plain)
    try:
        words = shlex.split(plain)
    except ValueError:
        return None
    return None if any(re.search(r"[{}$`<>()]", word) for word in words) else words


def _python_line(words: tuple[str, ...], because: str) -> Found:
    return Found(
        runner="unittest",
        command=f"python {shlex.join(words)}",
        because=because,
        arguments=words,
    )


def _unittest(files: ProjectFiles, tests: list[PurePosixPath]) -> Found:
    because = f"{tests[0]} is written for unittest, and nothing asks for pytest"
    if files.has("manage.py") and "django" in files.text("manage.py"):
        return _python_line(("manage.py", "test"), "manage.py is Django's")
    tops = {_top(files.root, path) for path in tests}
    if len(tops) > 1:
        # unittest's discovery starts in one folder; pytest runs such tests as well.
        return _pytest("its tests, written for unittest, stand in several folders")
    top = tops.pop()
    start = _common(tests) if top.parts else top
    words = ["-m", "unittest", "discover"]
    if start.parts:
        words += ["-s", str(start)]
        if start != top and top.parts:
            words += ["-t", str(top)]
    if not all(path.name.startswith("test") for path in tests):
        ends = all(path.name.endswith("_test.py") for path in tests)
        words += ["-p", "*_test.py" if ends else "*test*.py"]
    return _python_line(tuple(words), because)


def _top(root: Path, path: PurePosixPath) -> PurePosixPath:
    """Return the folder that must be importable from: the first one above that is no package."""
    folder = path.parent
    while folder.parts and (root / folder / "__init__.py").exists():
        folder = folder.parent
    return folder


def _common(paths: list[PurePosixPath]) -> PurePosixPath:
    shared = list(paths[0].parent.parts)
    for path in paths[1:]:
        while tuple(shared) != path.parent.parts[: len(shared)]:
            shared.pop()
    return PurePosixPath(*shared)
