"""New imports: what is known without asking, what is asked, and that it is asked once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verdigris.checks.approval import Nobody, Remembering, ScriptedApprover
from verdigris.checks.dependencies import dependency_findings
from verdigris.checks.environment import Surroundings, site_folders
from verdigris.checks.gate import blocked
from verdigris.core.approval import Question
from verdigris.core.change import Change, FileEdit
from verdigris.core.events import RunStarted
from verdigris.core.finding import Finding
from verdigris.core.task import Task
from verdigris.engine.runner import run
from verdigris.engine.sitting import Options
from verdigris.models.scripted import ScriptedModel
from verdigris.settings import Checks, Machine, Settings, load
from verdigris.store.approvals import Approvals
from verdigris.store.database import Database
from verdigris.telemetry.recorder import Recorder

NOWHERE = Machine("", None, "/nonexistent")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a package of its own, an environment, and a list of dependencies."""
    root = tmp_path / "project"
    (root / "src" / "shop" / "deep").mkdir(parents=True)
    (root / "src" / "shop" / "deep" / "till.py").write_text("")
    (root / "tools.py").write_text("")
    (root / "pyproject.toml").write_text(
        '[project]\nname = "shop"\ndependencies = ["PyYAML>=6", "Flask[async]"]\n'
        '[dependency-groups]\ndev = ["pytest", {include-group = "x"}]\n'
    )
    site = root / ".venv" / "lib" / "python3.11" / "site-packages"
    (site / "pytest").mkdir(parents=True)
    (root / ".venv" / "bin").mkdir()
    (root / ".venv" / "bin" / "python").write_text("#!/bin/false\n")
    (root / ".venv" / "pyvenv.cfg").write_text("home = /usr/bin\n")
    install(site, "PyYAML", top="yaml\n_yaml\n")
    install(site, "attrs", record="attr/__init__.py,,\nattrs/__init__.py,,\nattrs.dist-info/x,,\n")
    (root / "linked").mkdir()
    (root / "linked" / "elsewhere").mkdir()
    (site / "easy.pth").write_text(f"import os; os.system('x')\n{root / 'linked'}\n")
    return root


def install(site: Path, name: str, top: str = "", record: str = "") -> None:
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    if top:
        (info / "top_level.txt").write_text(top)
    (info / "RECORD").write_text(record)


def change(text: str, before: str | None = None, path: str = "src/shop/app.py") -> Change:
    return Change(edits=(FileEdit(path=path, before=before, after=text),), origin="fast")


def surroundings(project: Path) -> Surroundings:
    return Surroundings(project, project, None, NOWHERE)


async def found(project: Path, made: Change, checks: Checks | None = None) -> list[Finding]:
    return await dependency_findings(made, checks or Checks(), surroundings(project))


@pytest.mark.parametrize(
    "text",
    [
        "import os, sys, xml.dom\nfrom json import loads",
        "from . import x\nfrom .requests import y\nfrom .. import z",
        "import shop\nfrom shop.deep import till\nimport tools\nimport till\nimport app",
        "import yaml\nfrom yaml.nodes import X\nimport _yaml\nimport pytest",
        "import elsewhere",
        "def f(:",
    ],
)
async def test_what_is_known_is_no_question(project: Path, text: str) -> None:
    assert await found(project, change(text)) == []


async def test_an_unknown_package_blocks_and_says_how_to_allow_it(project: Path) -> None:
    made = change(
        "import yaml\n\ntry:\n    from leftpad.core import pad\nexcept ImportError: ...\n"
    )
    [finding] = await found(project, made)
    assert (finding.rule, finding.severity, finding.line) == ("policy/dependency", "block", 4)
    assert "leftpad" in finding.message and "--allow-import" in finding.cure
    assert await found(project, made, Checks(allow_imports=("leftpad",))) == []
    assert await found(project, made, Checks(allow_rules=("policy/dependency",))) == []
    lenient = Checks(block_operations=())
    assert [f.severity for f in await found(project, made, lenient)] == ["warn"]


async def test_only_new_imports_are_looked_at(project: Path) -> None:
    old = "import leftpad\n"
    assert await found(project, change(f"{old}import leftpad.more\nx = 1\n", old)) == []
    assert len(await found(project, change(f"{old}import rightpad\n", old))) == 1


async def test_what_is_installed_but_not_declared_is_a_warning(project: Path) -> None:
    said = await found(project, change("import attr\nfrom attrs import define\n"))
    assert [(f.rule, f.severity, f.line) for f in said] == [
        ("policy/undeclared", "warn", 1),
        ("policy/undeclared", "warn", 2),
    ]


async def test_without_any_list_of_dependencies_nothing_is_undeclared(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.x]\ny = 1\n")
    assert await found(project, change("import attr\n")) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", "-r other.txt\nattrs >= 20  # why\n"),
        ("requirements/base.txt", "attrs==1\n"),
        ("setup.cfg", "[options]\ninstall_requires =\n    attrs\n"),
        ("setup.py", "from setuptools import setup\nsetup(install_requires=['attrs>1'])\n"),
        ("Pipfile", '[packages]\nattrs = "*"\n'),
        ("pyproject.toml", '[tool.poetry.group.x.dependencies]\nAttrs = "1"\n'),
        ("pyproject.toml", '[project.optional-dependencies]\nx = ["attrs"]\n'),
    ],
)
async def test_a_dependency_may_be_declared_in_any_usual_place(
    project: Path, name: str, text: str
) -> None:
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text(text)
    assert await found(project, change("import attr\n")) == []


def test_the_environment_is_read_and_its_interpreter_never_started(project: Path) -> None:
    around = surroundings(project)
    assert around.installed["attr"] == "attrs" and around.installed["yaml"] == "pyyaml"
    assert [folder.name for folder in site_folders(project, None, NOWHERE)] == ["site-packages"]
    named = site_folders(project, str(project / ".venv/bin/python"), NOWHERE)
    assert named == site_folders(project, None, NOWHERE)


NODE = {"dependencies": {"express": "1", "@scope/kit": "1"}, "name": "shop"}


@pytest.mark.parametrize(
    ("text", "modules"),
    [
        ("import x from 'express'; import k from '@scope/kit/deep'; import s from 'shop/x'", []),
        ("import a from './a'; import b from '@/b'; const c = require('../c')", []),
        ("import fs from 'node:fs'; const p = require('path'); import('fs/promises')", []),
        ("const here = require('installed')", []),
        ("import pad from 'left-pad/lib'", ["left-pad"]),
        ("const pad = require('@evil/pad/x')", ["@evil/pad"]),
        ("import x from 'https://evil.example/x.js'", ["https://evil.example/x.js"]),
        ("export * from 'leftpad'", ["leftpad"]),
    ],
)
async def test_packages_of_node_are_looked_at_alike(
    project: Path, text: str, modules: list[str]
) -> None:
    (project / "package.json").write_text(json.dumps(NODE))
    (project / "node_modules" / "installed").mkdir(parents=True)
    said = await found(project, change(text, None, "src/web/app.ts"))
    blocking = [f.message.partition(" is ")[0] for f in said if f.severity == "block"]
    assert blocking == modules


async def test_the_question_names_module_and_file_and_the_answer_counts(project: Path) -> None:
    made = change("import leftpad\nimport rightpad\n")
    person = ScriptedApprover({"leftpad": True, "rightpad": False})
    said = await dependency_findings(made, Checks(), surroundings(project), person)
    assert [(f.line, "you did not allow it" in f.message) for f in said] == [(2, True)]
    assert blocked(said)
    assert "'leftpad'" in person.asked[0].text and "src/shop/app.py" in person.asked[0].text


async def test_a_question_is_asked_once_per_project_and_a_missing_answer_is_not_kept(
    tmp_path: Path,
) -> None:
    one, other = (
        Question(project=name, subject="leftpad", text="Allow it?") for name in ("/a", "/b")
    )
    async with await Database.open(f"sqlite:///{tmp_path / 'v.db'}") as database:
        started = RunStarted(run_id="r1", at=1.0, task=Task(root="/a"))
        await Recorder(database).hear(started)
        ledger = Approvals(database, "r1")
        assert await Remembering(Nobody(), ledger).allow(one) is None
        first = ScriptedApprover({"leftpad": False})
        assert await Remembering(first, ledger).allow(one) is False
        second = ScriptedApprover({"leftpad": True})
        assert await Remembering(second, ledger).allow(one) is False
        assert await Remembering(second, ledger).allow(other) is True
        assert await Remembering(Nobody(), Approvals(database)).allow(other) is True
        assert second.asked == [other]


CHANGED = (
    "```python\ndef double(n):\n    try:\n        import leftpad\n    except ImportError:\n"
    "        leftpad = None\n    return n * 2\n```"
)


def small_project(tmp_path: Path, lean_python: Path) -> tuple[Task, Settings]:
    root = tmp_path / "small"
    root.mkdir()
    (root / "maths.py").write_text("def double(n):\n    return n + 2\n")
    (root / "test_maths.py").write_text(
        "from maths import double\n\n\ndef test_double():\n    assert double(5) == 10\n"
    )
    flags = {"suite.python": str(lean_python), "checks.bandit_cmd": "true", "limits.max_iters": 1,
             "cascade.tiers": ("recall", "fast", "strong"), "suite.observe_seconds": 0,
             "sandbox.backend": "process", "models.samples": 1}  # fmt: skip
    return Task(root=str(root)), load(root, flags).settings


async def test_a_run_asks_once_and_a_later_run_knows_the_answer(
    tmp_path: Path, lean_python: Path
) -> None:
    task, settings = small_project(tmp_path, lean_python)
    person = ScriptedApprover({"leftpad": True})
    for asked in (["leftpad"], []):
        person.asked.clear()
        model = ScriptedModel(last=CHANGED)
        options = Options(approver=person, models={"fast": model, "strong": model})
        result = await run(task, settings, options)
        assert result.green, result.reason
        assert [question.subject for question in person.asked] == asked


async def test_without_a_person_a_run_refuses_the_package_and_says_so(
    tmp_path: Path, lean_python: Path
) -> None:
    task, settings = small_project(tmp_path, lean_python)
    model = ScriptedModel(last=CHANGED)
    options = Options(models={"fast": model, "strong": model})
    result = await run(task, settings, options)
    assert not result.green
    log = next((settings.paths.data / "runs").glob("*/events.jsonl")).read_text()
    assert "leftpad is imported and not part of the project" in log
