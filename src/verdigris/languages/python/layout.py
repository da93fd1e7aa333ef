"""Where the files of a Python program lie, and the files around its code."""

from __future__ import annotations

import json
import re

from verdigris.core.building import Blueprint, Part
from verdigris.core.text import one_line
from verdigris.languages.python.fixtures import conftest
from verdigris.languages.python.text import identifier, is_name, module_of

_IGNORED = "__pycache__/\n*.py[cod]\n.venv/\n.pytest_cache/\n.hypothesis/\nbuild/\n*.egg-info/\n"
_REQUIREMENT = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,80}[A-Za-z0-9])?(?:\[[\w, -]{1,60}\])?"
    r"(?:\s*(?:[<>=!~]=|[<>])\s*[\w.*+!]{1,30}(?:\s*,\s*(?:[<>=!~]=|[<>])\s*[\w.*+!]{1,30})*)?"
)


ENDING = 'if __name__ == "__main__":\n    raise SystemExit(main(sys.argv[1:]))'
"""How a program starts its `main`: only where it is started, so that tests can import it."""


def part_path(name: str, *, main: bool = False) -> str:
    """Return where a module lies: flat, unless its name says a folder."""
    parts = [
        identifier(piece) for piece in name.removesuffix(".py").split("/") if piece.strip(". ")
    ]
    return "/".join(parts or ["main" if main else "module"]) + ".py"


def test_path(part: Part) -> str:
    # With its folders: `todo/cli.py` and `api/cli.py` have tests of their own.
    return f"tests/test_{identifier(module_of(part.path))}.py"


def scaffold(blueprint: Blueprint) -> dict[str, str]:
    files = {
        "pyproject.toml": _pyproject(blueprint),
        ".gitignore": _IGNORED,
        "tests/conftest.py": conftest(blueprint),
    }
    own = {part.path for part in blueprint.parts}
    for part in blueprint.parts:
        folders = part.path.split("/")[:-1]
        for depth in range(1, len(folders) + 1):
            path = "/".join([*folders[:depth], "__init__.py"])
            if path not in own:
                files[path] = ""
    return files


def usage(blueprint: Blueprint) -> str:
    main = main_part(blueprint)
    lines = []
    if main is not None:
        words = (*words_to_start(main), blueprint.first_words)
        lines.append(f"python {' '.join(words)}".rstrip())
    if blueprint.dependencies:
        lines.insert(0, "python -m pip install -e .")
    return "\n".join([*lines, "python -m pytest"])


def main_part(blueprint: Blueprint) -> Part | None:
    return next((part for part in blueprint.parts if part.is_main), None)


def words_to_start(part: Part) -> tuple[str, ...]:
    """Return what follows the interpreter: a file of a package can only be started as a module."""
    return ("-m", module_of(part.path)) if "/" in part.path else (part.path,)


def _pyproject(blueprint: Blueprint) -> str:
    main = main_part(blueprint)
    name = re.sub(r"[^a-z0-9]+", "-", blueprint.name.lower()).strip("-") or "program"
    needs = [one for one in blueprint.dependencies if _REQUIREMENT.fullmatch(one)]
    lines = [
        "[project]",
        f"name = {_quoted(name)}",
        'version = "0.1.0"',
        f"description = {_quoted(one_line(blueprint.summary, 200))}",
        'requires-python = ">=3.11"',
        f"dependencies = {_quoted(needs)}",
        "",
        "[project.optional-dependencies]",
        'test = ["pytest>=7", "hypothesis>=6"]',
        "",
    ]
    if main is not None and any(function.name == "main" for function in main.functions):
        lines += ["[project.scripts]", f'{name} = "{module_of(main.path)}:main"', ""]
    lines += ["[build-system]", 'requires = ["setuptools>=68"]',
              'build-backend = "setuptools.build_meta"', "", "[tool.setuptools]"]  # fmt: skip
    modules = [module_of(p.path) for p in blueprint.parts if "/" not in p.path]
    folders = [p.path.split("/")[:-1] for p in blueprint.parts]
    packages = {".".join(names[:n]) for names in folders for n in range(1, len(names) + 1)}
    lines += [
        f"py-modules = {_quoted(sorted(filter(is_name, modules)))}",
        f"packages = {_quoted(sorted(packages))}",
        "",
        "[tool.pytest.ini_options]",
        'pythonpath = ["."]',
        'testpaths = ["tests"]',
    ]
    return "\n".join(lines) + "\n"


def _quoted(value: str | list[str]) -> str:
    """Return a value as TOML writes it, which for texts and lists of them is as JSON does."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "")
