"""Python environments as people make them, read-only in the sandbox, and what they cannot claim."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import pytest
from small_projects import put

from verdigris.core.report import Report
from verdigris.sandbox.base import Sandbox
from verdigris.settings import Machine, Settings, SuiteSettings
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import find_interpreter
from verdigris.suites.environments import look_at

BASE = Path(sys.base_prefix) / "bin" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
NEEDED = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments")


def furnish(environment: Path) -> Path:
    """Give an environment pytest, as links to the packages these tests run with."""
    ours = Path(next(path for path in sys.path if path.endswith("site-packages")))
    for site in environment.glob("lib/python3*/site-packages"):
        for package in ours.iterdir():
            if package.name.partition("-")[0].partition(".")[0] in NEEDED:
                (site / package.name).symlink_to(package)
    return environment


def with_links(place: Path) -> None:
    venv.create(place, symlinks=True)


def with_copies(place: Path) -> None:
    venv.create(place, symlinks=False)


def by_uv(place: Path) -> None:
    uv = shutil.which("uv") or Path(sys.executable).with_name("uv")
    subprocess.run(
        [uv, "venv", "--quiet", "--offline", "--no-project", "--python", BASE, place], check=True
    )


def of(python: Path) -> Callable[[Path], None]:
    def make(place: Path) -> None:
        if not python.exists():
            pytest.skip(f"there is no {python}")
        subprocess.run([python, "-m", "venv", "--without-pip", place], check=True)

    return make


MAKERS = {
    "venv with links": with_links,
    "venv with copies": with_copies,
    "uv": by_uv,
    "the system's python": of(Path("/usr/bin/python3")),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return put(tmp_path / "project", {"secret.txt": "not for the tests"})


async def run_tests(
    project: Path, sandbox: Sandbox, files: dict[str, str], machine: Machine | None = None
) -> Report:
    machine = machine or Machine("/usr/bin:/bin", None, "/nowhere")
    found = await find_interpreter(project, Settings(), machine, sandbox)
    tree = put(project.parent / "tree", files)
    limits = SuiteSettings(wall_seconds=60)
    return await CommandSuite(project, None, found, sandbox, limits, machine).run(tree)


def inside(environment: Path, project: Path, *, isolated: bool) -> str:
    return (
        "import os, sys, pytest\n\n"
        "def test_place():\n"
        f"    assert sys.prefix == {str(environment)!r}\n\n"
        f"@pytest.mark.skipif({not isolated}, reason='only limited')\n"
        "def test_read_only():\n"
        "    with pytest.raises(OSError):\n"
        "        open(sys.prefix + '/planted', 'w')\n"
        f"    assert not os.path.exists({str(project / 'secret.txt')!r})\n"
    )


@pytest.mark.parametrize("kind", MAKERS)
async def test_an_environment_in_the_project_works_and_cannot_be_changed(
    project: Path, sandbox: Sandbox, kind: str
) -> None:
    MAKERS[kind](project / ".venv")
    furnish(project / ".venv")
    tests = inside(project / ".venv", project, isolated=sandbox.isolates)
    report = await run_tests(project, sandbox, {"test_a.py": tests})
    assert report.green, report.output
    assert not (project / ".venv" / "planted").exists()


async def test_an_environment_linked_into_the_project_works(
    project: Path, sandbox: Sandbox, lean_environment: Path
) -> None:
    (project / "venv").symlink_to(lean_environment)
    tests = inside(project / "venv", project, isolated=sandbox.isolates)
    report = await run_tests(project, sandbox, {"test_a.py": tests})
    assert report.green, report.output


@pytest.mark.parametrize("tool", ["tox", "nox", "pdm", "poetry"])
async def test_environments_that_tools_made_are_found(
    project: Path, sandbox: Sandbox, lean_environment: Path, tmp_path: Path, tool: str
) -> None:
    digest = base64.urlsafe_b64encode(hashlib.sha256(str(project.resolve()).encode()).digest())
    place = {
        "tox": project / ".tox" / "py3",
        "nox": project / ".nox" / "tests",
        "pdm": tmp_path / "pdm-3.11",
        "poetry": tmp_path / f".cache/pypoetry/virtualenvs/demo-{digest.decode()[:8]}-py3.11",
    }[tool]
    place.parent.mkdir(parents=True, exist_ok=True)
    with_links(place)
    furnish(place)
    if tool == "pdm":
        (project / ".pdm-python").write_text(f"{place}/bin/python")
    machine = Machine("/nowhere", None, str(tmp_path))
    found = await find_interpreter(project, Settings(), machine, sandbox)
    assert (found.path, tool in found.origin) == (place / "bin" / "python", True)


async def test_a_shim_is_seen_through(project: Path, sandbox: Sandbox, tmp_path: Path) -> None:
    root = tmp_path / "pyenv"
    put(root, {"shims/python3": '#!/bin/sh\nexec pyenv exec python3 "$@"\n', "version": "3.9.1\n"})
    (root / "shims" / "python3").chmod(0o755)
    for version in ("3.9.1", "3.10.2", "3.10.14"):
        with_links(root / "versions" / version)
        furnish(root / "versions" / version)
    machine = Machine(str(root / "shims"), None, "/nowhere")
    found = await find_interpreter(project, Settings(), machine, sandbox)
    assert found.path == root / "versions" / "3.9.1" / "bin" / "python3"
    (project / ".python-version").write_text("3.10\n")
    found = await find_interpreter(project, Settings(), machine, sandbox)
    assert found.path == root / "versions" / "3.10.14" / "bin" / "python3"


@pytest.mark.parametrize("layout", ["flat", "src", "deep"])
async def test_an_editable_install_is_tested_in_the_copy(
    project: Path, sandbox: Sandbox, layout: str
) -> None:
    folder = {"flat": "", "src": "src/", "deep": "python/lib/"}[layout]
    put(project, {f"{folder}demo.py": "WHO = 'the original'\n"})
    with_links(project / ".venv")
    (site,) = furnish(project / ".venv").glob("lib/python3*/site-packages")
    (site / "_demo.pth").write_text(f"{project / folder}\n")
    tests = "import demo\n\ndef test_who():\n    assert demo.WHO == 'the copy'\n"
    files = {f"{folder}demo.py": "WHO = 'the copy'\n", "tests/test_a.py": tests}
    report = await run_tests(project, sandbox, files)
    assert report.green, report.output


async def test_an_editable_install_of_another_folder_is_seen(
    project: Path, sandbox: Sandbox
) -> None:
    other = put(project.parent / "other", {"pyproject.toml": "", "src/other.py": "WHO = 'other'\n"})
    named = put(project.parent / "named", {"setup.py": "", "named/__init__.py": "WHO = 'named'\n"})
    with_links(project / ".venv")
    (site,) = furnish(project / ".venv").glob("lib/python3*/site-packages")
    (site / "_other.pth").write_text(
        f"# made by a tool\n{other / 'src'}\nimport __editable___x_finder\n"
    )
    finder = (
        f"MAPPING: dict[str, str] = {{'named': {str(named / 'named')!r}}}\n"
        f"import sys\nsys.path.append({str(named)!r})\n"
    )
    (site / "__editable___x_finder.py").write_text(finder)
    tests = (
        "import named, other\n\ndef test_who():\n    assert named.WHO + other.WHO == 'namedother'\n"
    )
    report = await run_tests(project, sandbox, {"test_a.py": tests})
    assert report.green, report.output


def test_no_file_of_an_environment_can_claim_a_folder_that_is_not_pythons(
    project: Path, tmp_path: Path
) -> None:
    secrets = put(tmp_path / "home" / ".ssh", {"id_rsa": "secret", "bin/python": ""})
    code = put(tmp_path / "home" / ".config", {"pyproject.toml": "", "token": "secret"})
    with_links(project / ".venv")
    (site,) = (project / ".venv").glob("lib/python3*/site-packages")
    (site / "claims.pth").write_text(f"{secrets}\n{code}\n{tmp_path}\n/\n/etc\n")
    (site / "package").symlink_to(secrets)
    (site / "__editable___x_finder.py").write_text(
        f"MAPPING = {{'x': {str(secrets / 'id_rsa')!r}}}\n"
    )
    config = (project / ".venv" / "pyvenv.cfg").read_text()
    (project / ".venv" / "pyvenv.cfg").write_text(f"{config}home = {secrets / 'bin'}\n")
    claimed = look_at(project / ".venv" / "bin" / "python", project).readable
    assert claimed
    assert not [path for path in claimed if path.is_relative_to(tmp_path / "home")]
    assert not [path for path in claimed if (tmp_path / "home").is_relative_to(path)]

    shutil.rmtree(project / ".venv")
    (project / ".venv").symlink_to(secrets)
    assert look_at(project / ".venv" / "bin" / "python", project).readable == ()


@pytest.mark.parametrize("sandbox", ["bubblewrap"], indirect=True)
async def test_a_hostile_interpreter_is_only_ever_started_in_the_sandbox(
    project: Path, sandbox: Sandbox, tmp_path: Path
) -> None:
    put(project, {".venv/bin/python": f"#!/bin/sh\necho > {tmp_path}/ran; echo '\"/bin/sh\"'\n"})
    (project / ".venv" / "bin" / "python").chmod(0o755)
    with_links(tmp_path / "active")
    machine = Machine("/nowhere", str(furnish(tmp_path / "active")), "/nowhere")
    found = await find_interpreter(project, Settings(), machine, sandbox)
    assert found.origin == "the active environment"
    assert not (tmp_path / "ran").exists()
