"""Which interpreter runs a project's tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
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


@pytest.mark.parametrize(
    ("python", "says"),
    [
        ("/nowhere/python", "There is no interpreter /nowhere/python."),
        ("/etc/passwd/python", "There is no interpreter"),
        ("no-such-python", "no-such-python."),
        ("~nobody-here/bin/python", "There is no interpreter"),
        ("x" * 300, "There is no interpreter"),
        ("a\0b/python", "There is no interpreter"),
        ("/tmp", "/tmp is a folder"),
        ("/dev/null", "no program that you may start"),
        ("/etc/passwd", "no program that you may start"),
        ("/bin/false", "/bin/false does not run as Python"),
        ("/bin/cat", "/bin/cat does not run as Python"),
    ],
    ids=lambda value: value[:20],
)
async def test_an_explicit_choice_is_not_second_guessed(
    tmp_path: Path, sandbox: Sandbox, python: str, says: str
) -> None:
    with pytest.raises(SuiteUnavailable) as caught:
        await find_interpreter(tmp_path, chosen(python), machine(), sandbox)
    assert says in str(caught.value)
    assert "--python" in caught.value.hint and "pytest" in caught.value.hint


async def test_of_an_environment_its_interpreter_is_named(
    lean_environment: Path, tmp_path: Path, sandbox: Sandbox
) -> None:
    with pytest.raises(SuiteUnavailable, match="is a folder") as caught:
        await find_interpreter(tmp_path, chosen(lean_environment), machine(), sandbox)
    assert f"--python {lean_environment}/bin/python" in caught.value.hint


async def test_an_interpreter_without_pytest_is_told_from_none(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    venv.create(tmp_path / "bare", symlinks=True)
    bare = tmp_path / "bare" / "bin" / "python"
    with pytest.raises(SuiteUnavailable, match="No interpreter with pytest") as caught:
        await find_interpreter(tmp_path, chosen(bare), machine(), sandbox)
    assert "Install pytest" in caught.value.hint


@pytest.fixture
def shut(tmp_path: Path) -> Iterator[Path]:
    """A project whose environment lies in a folder that is closed to whoever works on it."""
    project, closed = tmp_path / "project", tmp_path / "closed"
    (closed / "env" / "bin").mkdir(parents=True)
    (closed / "env" / "bin" / "python").symlink_to(sys.executable)
    project.mkdir()
    (project / ".venv").symlink_to(closed / "env")
    (project / "test_a.py").write_text("import json\n\n\ndef test_a():\n    assert 0\n")
    closed.chmod(0)
    yield project
    closed.chmod(0o700)


def locked_out(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command as somebody whom a closed folder keeps out. Root it does not."""
    closed = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        pytest.skip("root can open every folder, and there is no setpriv")
    return subprocess.run(
        [*(closed if os.geteuid() == 0 else ()), sys.executable, "-m", "verdigris", *words],
        cwd=project, capture_output=True, text=True, check=False,
        env={**os.environ, "VERDIGRIS_SANDBOX__BACKEND": "process"},
    )  # fmt: skip


@pytest.mark.parametrize("words", [("fix", ".", "--no-llm"), ("check", ".")], ids=lambda w: w[0])
def test_a_folder_that_is_closed_to_you_is_said_in_a_sentence(
    words: tuple[str, ...], shut: Path
) -> None:
    python = shut.parent / "closed" / "env" / "bin" / "python"
    done = locked_out(shut, *words, "--python", str(python))
    assert done.returncode == 3, done.stderr
    assert f"The interpreter {python} stands in a folder that you may not look into." in done.stderr
    assert f"namei -l {python}" in done.stderr and "Traceback" not in done.stderr


def test_an_environment_that_is_closed_to_you_is_passed_over_where_nobody_asked_for_it(
    shut: Path,
) -> None:
    done = locked_out(shut, "check", ".")
    assert done.returncode == 0, done.stderr


async def test_asking_imports_nothing_of_the_project(
    tmp_path: Path, lean_python: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pytest.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    await find_interpreter(tmp_path, chosen(lean_python), machine(), sandbox)
    assert not (tmp_path / "ran").exists()
