"""Packages are installed by name, with permission, into the program's own environment."""

from __future__ import annotations

import asyncio
import os
import subprocess
import tarfile
import time
import zipfile
from pathlib import Path

import pytest

from verdigris.building import installing
from verdigris.building.installing import Installed, install
from verdigris.checks.approval import Nobody
from verdigris.core.building import LanguageName
from verdigris.errors import MissingError, UserError
from verdigris.testing import ScriptedApprover

NAMED = "a package is named, with version bounds alone"


def wheel(folder: Path, name: str, code: str = "") -> None:
    """Make a wheel as small as they come."""
    folder.mkdir(exist_ok=True)
    info = f"{name}-9.9.dist-info"
    with zipfile.ZipFile(folder / f"{name}-9.9-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{name}.py", code)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 9.9\n")
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{info}/RECORD", "")


def imported(python: str) -> str:
    """Return what an interpreter prints that has the package, and the tests' own tools."""
    code = "import tiny, pytest; print(tiny.value)"
    done = subprocess.run([python, "-c", code], cwd="/", capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages that pip looks into, and nowhere else."""
    folder = tmp_path / "shelf"
    for name in ("pytest", "hypothesis", "tiny"):
        wheel(folder, name, "value = 42\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "program"
    folder.mkdir()
    return folder


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program called npm that writes down how it was called; returns where."""
    said = tmp_path / "said"
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "npm").write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" > {said}\nenv >> {said}\n'
        "mkdir -p node_modules/left-pad\n"
        'echo \'{"version": "1.3.0"}\' > node_modules/left-pad/package.json\n'
    )
    (folder / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return said


@pytest.mark.parametrize(
    ("language", "package"),
    [
        *(
            ("python", name)
            for name in (
                "-e .", "--index-url=http://x", "-r requirements.txt", ".", "./tiny", "/tmp/tiny",
                "../tiny", "tiny @ http://x/tiny.whl", "git+https://x/tiny", "http://x/tiny.whl",
                "tiny.whl; rm -rf x", "tiny --pre", "tiny\n--pre", "tiny==1 --hash=x", "", "~/tiny",
                "tiny>=1;python_version<'3'", "$(touch x)", "tiny[a;b]", "tiny" * 40,
                "tiny.whl", "tiny-1.0.tar.gz", "tiny.zip",
            )
        ),
        *(
            ("node", name)
            for name in (
                "--foo", ".", "../x", "/x", "git+ssh://x", "http://x/y.tgz", "user/repo",
                "x@npm:evil", "x@file:../y", "x@git+ssh://y", "x && y", "x@latest || y", "@a", "A",
                "x.tgz",
            )
        ),
        ("typescript", "x@http://y"),
    ],
)  # fmt: skip
async def test_what_is_no_plain_name_is_refused_and_nobody_is_asked(
    project: Path, language: LanguageName, package: str
) -> None:
    approver = ScriptedApprover({package: True})
    done = await install(project, language, [package], allow=[package], approver=approver)
    assert [reason for _, reason in done.refused] == [NAMED]
    assert (done.python, done.installed, approver.asked) == ("", (), [])
    assert list(project.iterdir()) == []


async def test_without_permission_nothing_is_installed(project: Path) -> None:
    approver = ScriptedApprover({"tiny": False})
    done = await install(project, "python", ["tiny>=1", "other"], allow=[], approver=approver)
    assert done.refused == (
        ("tiny>=1", "you did not allow it"),
        ("other", "not on the allow list, and nobody to ask"),
    )
    assert [question.subject for question in approver.asked] == ["tiny", "other"]
    assert list(project.iterdir()) == []


async def test_for_npm_another_spelling_is_another_package(project: Path) -> None:
    done = await install(project, "node", ["left_pad"], allow=["left-pad"], approver=Nobody())
    assert [name for name, _ in done.refused] == ["left_pad"]


async def test_where_nothing_is_wanted_nothing_is_made(project: Path) -> None:
    assert await install(project, "python", [], allow=[], approver=Nobody()) == Installed()
    assert list(project.iterdir()) == []


async def test_a_package_comes_into_the_environment_of_the_program(
    project: Path, shelf: Path
) -> None:
    # A module of the program's own must not come between: pip is not run from its folder.
    (project / "pip.py").write_text("raise SystemExit('the wrong pip')")
    (project / "venv.py").write_text("raise SystemExit('the wrong venv')")
    approver = ScriptedApprover({"Tiny": True})
    done = await install(project, "python", ["Tiny>=1,<10", "evil"], allow=[], approver=approver)
    assert done.installed == ("Tiny==9.9",)
    assert [name for name, _ in done.refused] == ["evil"]
    assert done.python == str(project / ".venv" / "bin" / "python")
    assert imported(done.python) == "42\n"


async def test_a_package_that_is_not_there_is_an_error_with_its_cure(
    project: Path, shelf: Path
) -> None:
    with pytest.raises(MissingError) as error:
        await install(project, "python", ["nowhere"], allow=["nowhere"], approver=Nobody())
    assert "pip could not install nowhere" in str(error.value)
    assert "No matching distribution" in str(error.value)
    assert "index can be reached" in error.value.hint


async def test_a_package_that_would_run_code_when_installed_is_not_installed(
    project: Path, shelf: Path
) -> None:
    source = shelf / "danger-1.0"
    source.mkdir()
    (source / "setup.py").write_text(f"open({str(project / 'ran')!r}, 'w')\n")
    with tarfile.open(shelf / "danger-1.0.tar.gz", "w:gz") as archive:
        archive.add(source, "danger-1.0")
    with pytest.raises(MissingError):
        await install(project, "python", ["danger"], allow=["danger"], approver=Nobody())
    assert not (project / "ran").exists()


async def test_a_place_that_is_taken_is_left_alone(project: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (project / ".venv").symlink_to(elsewhere)
    with pytest.raises(UserError, match="no environment"):
        await install(project, "python", ["tiny"], allow=["tiny"], approver=Nobody())
    assert list(elsewhere.iterdir()) == []
    (project / ".venv").unlink()
    (project / ".venv").write_text("mine")
    with pytest.raises(UserError, match="no environment"):
        await install(project, "python", ["tiny"], allow=["tiny"], approver=Nobody())
    assert (project / ".venv").read_text() == "mine"


async def test_npm_runs_no_script_reads_no_manifest_and_sees_no_secret(
    project: Path, npm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "swordfish")
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:1")
    (project / "package.json").write_text('{"dependencies": {"evil": "*"}}')
    (project / "node_modules" / "old").mkdir(parents=True)
    done = await install(
        project, "node", ["left-pad@^1.3.0"], allow=["left-pad"], approver=Nobody()
    )
    assert done == Installed(installed=("left-pad@1.3.0",))
    words = npm.read_text()
    assert words.startswith("install\n--ignore-scripts\n--no-audit\n--no-fund\n")
    assert "\n--\nleft-pad@^1.3.0\n" in words
    assert "swordfish" not in words
    assert "npm_config_registry=http://127.0.0.1:1" in words
    assert sorted(path.name for path in project.iterdir()) == ["node_modules", "package.json"]
    assert [path.name for path in (project / "node_modules").iterdir()] == ["left-pad"]


async def test_an_installer_that_never_ends_is_ended(
    project: Path, npm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "npm"
    program.write_text(f"#!/bin/sh\nsleep 1000 &\necho $! > {npm}\nwait\n")
    monkeypatch.setattr(installing, "SECONDS", 1.0)
    with pytest.raises(MissingError, match="no end after"):
        await install(project, "node", ["left-pad"], allow=["left-pad"], approver=Nobody())
    assert list(project.iterdir()) == []
    state = Path(f"/proc/{npm.read_text().strip()}/stat")
    deadline = time.monotonic() + 20
    # Dead and not yet buried is dead.
    while state.exists() and state.read_text().rpartition(")")[2].split()[0] not in "ZX":
        assert time.monotonic() < deadline, "its child outlived it"
        await asyncio.sleep(0.02)


async def test_without_npm_the_error_says_what_to_install(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(project))
    with pytest.raises(MissingError) as error:
        await install(project, "node", ["left-pad"], allow=["left-pad"], approver=Nobody())
    assert error.value.show() == (
        "npm is not installed.\nInstall Node.js with npm, then try again."
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("language", "package"), [("python", "iniconfig>=1"), ("node", "left-pad@^1.3.0")]
)
async def test_a_real_package_comes_from_the_index_of_this_machine(
    project: Path, language: LanguageName, package: str
) -> None:
    name = package.partition(">")[0].partition("@")[0]
    try:
        done = await install(project, language, [package], allow=[name], approver=Nobody())
    except MissingError as error:
        pytest.skip(f"the package index cannot be reached: {error}")
    assert [one.startswith(name) and one != package for one in done.installed] == [True]
