"""Which interpreter runs a project's tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from verdigris.errors import SuiteUnavailable
from verdigris.sandbox.base import Sandbox
from verdigris.settings import Machine, Settings, SuiteSettings
from verdigris.suites.detect import find_interpreter


def machine(path: str = "/nowhere", virtual_env: Path | None = None) -> Machine:
    return Machine(path, str(virtual_env) if virtual_env else None, "/nowhere")


def chosen(python: Path | str) -> Settings:
    return Settings(suite=SuiteSettings(python=str(python)))


@pytest.mark.parametrize("folder", [".venv", "venv", "env"])
async def test_the_projects_own_environment_comes_first(
    tmp_path: Path, lean_environment: Path, sandbox: Sandbox, folder: str
) -> None:
    (tmp_path / folder).symlink_to(lean_environment)
    found = await find_interpreter(
        tmp_path, Settings(), machine(virtual_env=Path(sys.prefix)), sandbox
    )
    assert found.origin == f"the project's {folder}"
    assert found.path.parent.parent.resolve() == lean_environment


async def test_one_without_pytest_is_passed_over(
    tmp_path: Path, lean_environment: Path, sandbox: Sandbox
) -> None:
    fake = tmp_path / ".venv" / "bin" / "python"
    fake.parent.mkdir(parents=True)
    fake.write_text("#!/bin/sh\nexit 1\n")
    fake.chmod(0o755)
    found = await find_interpreter(
        tmp_path, Settings(), machine(virtual_env=lean_environment), sandbox
    )
    assert found.origin == "the active environment"


async def test_the_last_resort_is_our_own(tmp_path: Path, sandbox: Sandbox) -> None:
    found = await find_interpreter(tmp_path, Settings(), machine(), sandbox)
    assert found.path == Path(sys.executable)


async def test_an_explicit_choice_is_taken(
    tmp_path: Path, lean_python: Path, sandbox: Sandbox
) -> None:
    (tmp_path / ".venv").symlink_to(Path(sys.prefix))
    found = await find_interpreter(tmp_path, chosen(lean_python), machine(), sandbox)
    assert (found.path, found.origin) == (lean_python, "settings")
    by_name = machine(path=str(lean_python.parent))
    assert (
        await find_interpreter(tmp_path, chosen("python"), by_name, sandbox)
    ).path == lean_python


@pytest.mark.parametrize("python", ["/nowhere/python", "/bin/false", "/bin/cat", "no-such-python"])
async def test_an_explicit_choice_is_not_second_guessed(
    tmp_path: Path, sandbox: Sandbox, python: str
) -> None:
    with pytest.raises(SuiteUnavailable, match=python) as caught:
        await find_interpreter(tmp_path, chosen(python), machine(), sandbox)
    assert "pytest" in caught.value.hint


async def test_asking_imports_nothing_of_the_project(
    tmp_path: Path, lean_python: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pytest.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    await find_interpreter(tmp_path, chosen(lean_python), machine(), sandbox)
    assert not (tmp_path / "ran").exists()
