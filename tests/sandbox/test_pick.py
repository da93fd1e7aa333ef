"""Which sandbox is used, what is said about it, and who may decide."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from verdigris.errors import SandboxUnavailable, SettingsError
from verdigris.sandbox.pick import pick
from verdigris.settings import Machine, SandboxSettings, Settings, load

VERDIGRIS = [sys.executable, "-m", "verdigris"]


def asked(**sandbox: object) -> Settings:
    return Settings(sandbox=SandboxSettings.model_validate(sandbox))


def bare(*programs: str, folder: Path) -> str:
    """Return a search path on which only these programs are."""
    folder.mkdir()
    for name in programs:
        found = shutil.which(name)
        assert found, name
        (folder / name).symlink_to(found)
    return str(folder)


async def test_bubblewrap_comes_first_where_it_works() -> None:
    if not shutil.which("bwrap"):
        pytest.skip("bubblewrap is not installed")
    picked = await pick(asked(), Machine.current())
    assert (picked.sandbox.name, picked.sandbox.isolates) == ("bubblewrap", True)
    assert (picked.caution, picked.passed_over) == ("", ())


async def test_without_isolation_it_says_so_aloud() -> None:
    picked = await pick(asked(), Machine("/nowhere", None, "/nowhere"))
    assert (picked.sandbox.name, picked.sandbox.isolates) == ("process", False)
    assert "not isolated (bubblewrap is not installed)" in picked.caution
    (lacking,) = picked.passed_over
    assert "apt-get install bubblewrap" in lacking.cure


async def test_an_image_brings_the_engines_into_the_choice() -> None:
    nothing = Machine("/nowhere", None, "/nowhere", {"PATH": "/nowhere"})
    picked = await pick(asked(image="some-image"), nothing)
    assert [one.backend for one in picked.passed_over] == ["bubblewrap", "docker", "podman"]


@pytest.mark.parametrize("backend", ["bubblewrap", "docker", "podman"])
async def test_what_is_asked_for_by_name_is_never_replaced(backend: str) -> None:
    nothing = Machine("/nowhere", None, "/nowhere", {"PATH": "/nowhere"})
    with pytest.raises(SandboxUnavailable, match=backend) as caught:
        await pick(asked(backend=backend, image="some-image"), nothing)
    assert caught.value.hint
    assert (await pick(asked(backend="process"), nothing)).sandbox.name == "process"


@pytest.mark.parametrize("backend", ["docker", "podman"])
async def test_an_engine_without_an_image_is_refused_with_the_cure(backend: str) -> None:
    with pytest.raises(SandboxUnavailable, match="image") as caught:
        await pick(asked(backend=backend), Machine.current())
    assert "--sandbox-image" in caught.value.hint


async def test_a_bubblewrap_that_is_not_allowed_to_work_is_found_out(tmp_path: Path) -> None:
    program = tmp_path / "bwrap"
    program.write_text(
        "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2; exit 1\n"
    )
    program.chmod(0o755)
    machine = Machine(str(tmp_path), None, "/nowhere")
    with pytest.raises(SandboxUnavailable, match="setting up uid map: Permission denied") as caught:
        await pick(asked(backend="bubblewrap"), machine)
    assert caught.value.hint
    assert (await pick(asked(), machine)).sandbox.name == "process"


def environment(tmp_path: Path, path: str) -> dict[str, str]:
    return {
        "PATH": path, "HOME": str(tmp_path), "VERDIGRIS_PATHS__DATA": str(tmp_path / "data"),
        "VERDIGRIS_MODELS__ENABLED": "false",
    }  # fmt: skip


def test_doctor_says_what_is_used_and_what_the_others_lack(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    path = bare("git", folder=tmp_path / "bin")
    done = subprocess.run(
        [*VERDIGRIS, "doctor", str(tmp_path / "project"), "--json"],
        env=environment(tmp_path, path), capture_output=True, text=True, check=False,
    )  # fmt: skip
    rows = {row["name"].strip(): row for row in json.loads(done.stdout)["checks"]}
    assert rows["sandbox"]["detail"].startswith("process, the strongest that works here")
    assert "NOT isolated" in rows["sandbox"]["detail"]
    assert "apt-get install bubblewrap" in rows["sandbox"]["cure"]
    for other in ("bubblewrap", "docker", "podman"):
        assert rows[other]["detail"].startswith("not used: ") and rows[other]["cure"]


def test_fix_with_a_sandbox_that_is_not_there_says_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "test_a.py").write_text("def test_a():\n    assert False\n")
    path = bare("git", folder=tmp_path / "bin")
    done = subprocess.run(
        [*VERDIGRIS, "fix", str(tmp_path / "project"), "--sandbox", "bubblewrap"],
        env=environment(tmp_path, path), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 3
    assert "bubblewrap is not installed" in done.stderr and "apt-get install" in done.stderr


@pytest.mark.parametrize("file", ["verdigris.toml", ".env"])
def test_a_project_may_lower_what_it_takes_of_the_machine_and_not_raise_it(
    tmp_path: Path, file: str
) -> None:
    def written(value: int) -> None:
        text = f"[suite]\nmemory_mb = {value}\n"
        if file == ".env":
            text = f"VERDIGRIS_SUITE__MEMORY_MB={value}\n"
        (tmp_path / file).write_text(text)

    config = tmp_path / "config.toml"
    environ = {"VERDIGRIS_CONFIG": str(config)}
    written(512)
    assert load(tmp_path, environ=environ).settings.suite.memory_mb == 512
    written(9000)
    with pytest.raises(SettingsError, match=r"may not raise 'suite.memory_mb' to 9000.*4096"):
        load(tmp_path, environ=environ)
    config.write_text("[suite]\nmemory_mb = 16000\n")
    assert load(tmp_path, environ=environ).settings.suite.memory_mb == 9000
    config.unlink()
    asked = {**environ, "VERDIGRIS_SUITE__MEMORY_MB": "9001"}
    assert load(tmp_path, environ=asked).settings.suite.memory_mb == 9001
    assert load(tmp_path, {"suite.memory_mb": 9002}, environ).settings.suite.memory_mb == 9002


def test_the_project_has_no_say_in_the_sandbox(tmp_path: Path) -> None:
    for name in ("backend = 'process'", "network = true", "image = 'x'", "cpus = 64"):
        (tmp_path / "verdigris.toml").write_text(f"[sandbox]\n{name}\n")
        with pytest.raises(SettingsError, match=r"sandbox\."):
            load(tmp_path, environ=dict(os.environ))
