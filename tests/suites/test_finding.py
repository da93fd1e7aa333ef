"""Which command a project's files ask for, and which environments they name."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

import pytest
from small_projects import put

from verdigris.settings import Machine
from verdigris.suites import node
from verdigris.suites.finding import find
from verdigris.suites.places import pythons

CASE = "import unittest\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        pass\n"
PLAIN = "def test_a():\n    pass\n"


@pytest.mark.parametrize(
    ("files", "command", "because"),
    [
        ({}, "python -m pytest", "nothing in the project"),
        ({"pytest.ini": "", "test_a.py": CASE}, "python -m pytest", "pytest.ini"),
        ({"test_a.py": PLAIN}, "python -m pytest", "test_a.py is written for pytest"),
        (
            {"pyproject.toml": '[project]\noptional-dependencies.dev = ["pytest~=8.0"]\n'},
            "python -m pytest",
            "pyproject.toml requires it",
        ),
        ({"requirements/requirements-dev.txt": "pytest==8\n", "test_a.py": CASE},
         "python -m pytest", "requirements/requirements-dev.txt requires it"),
        ({"requirements.txt": "# no pytest here\n", "test_a.py": CASE},
         "python -m unittest discover", "test_a.py is written for unittest"),
        ({"tox.ini": "[testenv:py]\ncommands =\n    coverage run -m pytest\n", "test_a.py": CASE},
         "python -m pytest", "[testenv:py] in tox.ini calls it"),
        ({"noxfile.py": 's.run("python", "-m", "unittest", "discover", "-s", "spec")\n'},
         "python -m unittest discover -s spec", "noxfile.py calls it"),
        ({"Makefile": "test:\n\tpython3 -m unittest -v tests.test_a\n"},
         "python -m unittest -v tests.test_a", "the Makefile calls it"),
        ({"Makefile": "test:\n\tpython -m unittest $(ARGS)\n", "test_a.py": CASE},
         "python -m unittest discover", "test_a.py is written for unittest"),
        ({"manage.py": "import django\n", "shop/tests.py": "from django.test import TestCase\n"},
         "python manage.py test", "manage.py is Django's"),
        ({"a/test_a.py": CASE, "b/test_b.py": CASE}, "python -m pytest", "several folders"),
        ({"package.json": '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}'},
         "python -m pytest", "nothing in the project"),
        ({"package.json": '{"scripts": {"test": "mocha"}}', "yarn.lock": ""},
         "mocha", "the test script of package.json (yarn)"),
        ({"package.json": '{"devDependencies": {"jest": "^30"}}'},
         "jest", "package.json requires it"),
        ({"package.json": '{"devDependencies": {"tsx": "4"}}', "a.test.ts": "import 'x';\n"},
         "node --import tsx --test a.test.ts", "package.json requires tsx"),
        ({"lib.test.mjs": "import test from 'node:test';\n"},
         "node --test", "lib.test.mjs is written for node:test"),
        ({"package.json": '{"scripts": {"test": "jest"}}', "tests/test_a.py": PLAIN},
         "python -m pytest", "tests/test_a.py is written for pytest"),
        ({"Makefile": "check: build\n\t./check\n"}, "make check", "the Makefile has check"),
        ({"Makefile": "test := 1\n"}, "python -m pytest", "nothing in the project"),
    ],
)  # fmt: skip
def test_the_command_comes_from_the_files(
    tmp_path: Path, files: dict[str, str], command: str, because: str
) -> None:
    found = find(put(tmp_path, files))
    assert (found.command, because in found.because) == (command, True), found


@pytest.mark.parametrize(
    "files",
    [
        {"pyproject.toml": "[tool\x00", "test_a.py": PLAIN},
        {"pyproject.toml": "tool = 3\n", "tox.ini": "[[", "setup.cfg": "=", "test_a.py": PLAIN},
        {"package.json": "[" * 100_000, "test_a.py": PLAIN},
        {"package.json": '{"scripts": ["test"]}', "test_a.py": PLAIN},
        {"test_a.py": f"# {'x' * 2_000_000}\n", "test_b.py": PLAIN},
    ],
)
def test_files_that_make_no_sense_are_passed_over(tmp_path: Path, files: dict[str, str]) -> None:
    assert find(put(tmp_path, files)).command == "python -m pytest"


def test_a_link_out_of_the_project_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"scripts": {"test": "secret"}}')
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "package.json").symlink_to(tmp_path / "package.json")
    (tmp_path / "project" / "round").symlink_to(tmp_path / "project")
    assert find(tmp_path / "project").runner == "pytest"


def mark(path: Path) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(str(path).encode()).digest()).decode()[:8]


@pytest.mark.parametrize(
    ("files", "place", "words"),
    [
        ({"uv.lock": ""}, "{project}/.venv", "the project's .venv (uv)"),
        ({"poetry.lock": ""}, "{project}/.venv", "the project's .venv (poetry)"),
        ({"pyproject.toml": "[tool.pdm]\nversion = {}\n"}, "{project}/venv",
         "the project's venv (pdm)"),
        ({"poetry.lock": ""}, "{home}/.cache/pypoetry/virtualenvs/demo-{mark}-py3.11",
         "poetry's environment"),
        ({"Pipfile": ""}, "{home}/.local/share/virtualenvs/demo-{pipfile}",
         "pipenv's environment"),
        ({}, "{home}/.local/share/hatch/env/virtual/demo/{mark}/hatch-test.py3.12",
         "hatch's environment hatch-test.py3.12"),
        ({"environment.yml": "name: demo\n"}, "{home}/miniforge3/envs/demo",
         "conda's environment demo"),
        ({}, "{project}/.tox/py311", "tox's py311"),
        ({}, "{project}/.nox/tests-3-11", "nox's tests-3-11"),
    ],
)  # fmt: skip
def test_environments_are_found_where_the_tools_keep_them(
    tmp_path: Path, files: dict[str, str], place: str, words: str
) -> None:
    project = put(tmp_path / "project", {"lib.py": "", **files}).resolve()
    home = tmp_path / "home"
    folder = Path(place.format(
        project=project, home=home, mark=mark(project), pipfile=mark(project / "Pipfile")
    ))  # fmt: skip
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").touch()
    found = dict(pythons(project, Machine("/nowhere", None, str(home))))
    assert found.get(folder / "bin" / "python") == words


def test_packages_lead_to_the_copy_where_they_are_the_projects_own(tmp_path: Path) -> None:
    files = {
        "package.json": json.dumps({"workspaces": ["packages/*"]}),
        "packages/a/index.js": "",
        "node_modules/left/index.js": "",
        "node_modules/@scope/right/index.js": "",
    }
    project = put(tmp_path / "project", files)
    (project / "node_modules" / "a").symlink_to(Path("..", "packages", "a"))
    tree = put(tmp_path / "copy", {"packages/a/index.js": "changed"})
    node.link_packages(project, tree)
    node.link_packages(project, tree)
    modules = tree / "node_modules"
    assert (modules / "a" / "index.js").read_text() == "changed"
    assert (modules / "left").resolve() == project.resolve() / "node_modules" / "left"
    assert (modules / "@scope" / "right" / "index.js").exists()


def test_packages_are_not_linked_through_a_link_of_the_project(tmp_path: Path) -> None:
    project = put(tmp_path / "project", {"web/node_modules/left/index.js": ""})
    tree, elsewhere = tmp_path / "copy", tmp_path / "elsewhere"
    tree.mkdir()
    elsewhere.mkdir()
    (tree / "web").symlink_to(elsewhere)
    node.link_packages(project, tree)
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("NODE_OPTIONS=--a=9 jest", 'NODE_OPTIONS="{ours} --a=9" jest'),
        ("NODE_OPTIONS='--a --b' jest", 'NODE_OPTIONS="{ours} --a --b" jest'),
        ("jest", "jest"),
    ],
)  # fmt: skip
def test_options_for_node_stand_beside_ours(line: str, whole: str) -> None:
    assert node.with_preload(line) == whole.format(ours=f"--require={node.PRELOAD}")
