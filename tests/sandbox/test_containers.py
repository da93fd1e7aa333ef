"""Containers by docker and podman: what the conformance tests of every sandbox do not cover."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.calls import ANSWERS, NEEDED, REFUSED
from sandbox.engines import TestEngine
from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import Limits, View
from verdigris.sandbox.container_launch import read_counted
from verdigris.sandbox.container_names import new_name, sweep
from verdigris.sandbox.containers import ContainerSandbox
from verdigris.sandbox.engines import Engine

PATH = {"PATH": "/usr/bin:/bin"}
PATIENT = Limits(wall_seconds=60, cpu_seconds=20)
FIXED = """\
def page(hits, number, size):
    if number < 1 or number > page_count(len(hits), size):
        raise IndexError(f"there is no page {number}")
    start = (number - 1) * size
    return hits[start : start + size]
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "a tree"
    folder.mkdir()
    return folder


async def test_the_working_folder_arrives_as_it_is_and_is_not_written_to(
    engine: TestEngine, tree: Path
) -> None:
    (tree / "run.sh").write_text("#!/bin/sh\necho started\n")
    (tree / "run.sh").chmod(0o755)
    (tree / "secret").write_text("mine\n")
    (tree / "secret").chmod(0o600)
    (tree / "ünder" / "deep").mkdir(parents=True)
    (tree / "ünder" / "link").symlink_to("../run.sh")
    os.utime(tree / "secret", (1e9, 1e9))
    script = (
        "./run.sh && cat secret && readlink ünder/link && stat -c %a:%Y secret && ls -d ünder/deep"
        " && touch new secret && rm run.sh && find . -user 0"
    )
    done = await engine.sandbox().run(["sh", "-c", script], cwd=tree, env=PATH, limits=PATIENT)
    assert done.output == "started\nmine\n../run.sh\n600:1000000000\nünder/deep\n"
    assert sorted(path.name for path in tree.iterdir()) == ["run.sh", "secret", "ünder"]
    assert (tree / "secret").stat().st_mtime == 1e9


async def test_values_of_variables_are_on_no_command_line_and_cancelling_removes_the_container(
    engine: TestEngine, tree: Path
) -> None:
    started = tree.with_name("started")
    started.mkdir()
    task = asyncio.create_task(
        engine.sandbox().run(
            ["sh", "-c", f"touch {started}/now; sleep 1000"],
            cwd=tree, env={**PATH, "TOKEN": "a-value-to-hide"}, limits=PATIENT,
            view=View(kept=(started,)),
        )
    )  # fmt: skip
    async with asyncio.timeout(60):
        while not (started / "now").exists():  # noqa: ASYNC110 - the container makes it
            await asyncio.sleep(0.05)
    lines = [line for line in _command_lines() if "a-value-to-hide" in line]
    running = engine.containers()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert lines == []
    assert [name for name in running if name.startswith("verdigris-box-")] == running != []
    assert engine.containers() == []


def _command_lines() -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            continue
    return found


async def test_what_the_image_sets_does_not_reach_the_command(
    docker_engine: TestEngine, tree: Path
) -> None:
    docker_engine.client("create", "--name", "derived", docker_engine.image, "true")
    docker_engine.client(
        "commit", "--change", "ENV FROM_IMAGE=yes", "--change", "VOLUME /data",
        "--change", "USER root", "--change", 'ENTRYPOINT ["false"]', "derived", "derived",
    )  # fmt: skip
    docker_engine.client("rm", "derived")
    sandbox = ContainerSandbox("docker", "derived", docker_engine.environment())
    script = "env | sort; id -u; head -c 3m /dev/zero > /data/filled || echo limited"
    done = await sandbox.run(["sh", "-c", script], cwd=tree, env=PATH, limits=PATIENT)
    lines = done.output.splitlines()
    assert {line.partition("=")[0] for line in lines if "=" in line} == {
        "HOME", "PATH", "PWD", "TMPDIR",
    }  # fmt: skip
    assert lines[4] == "65534"
    assert lines[-1] == "limited"
    assert docker_engine.client("volume", "ls", "-q") == ""


async def test_the_kernels_dangerous_doors_are_shut_and_the_others_open(
    engine: TestEngine, tree: Path
) -> None:
    (tree / "refused.py").write_text(REFUSED)
    (tree / "needed.py").write_text(NEEDED)
    script = "python3 refused.py; python3 needed.py"
    done = await engine.sandbox().run(["sh", "-c", script], cwd=tree, env=PATH, limits=PATIENT)
    assert done.output.splitlines() == [*ANSWERS, "all of it"]


@pytest.fixture
def private() -> Iterator[Path]:
    """Give a folder below root's home, which in an image nobody else may enter."""
    with tempfile.TemporaryDirectory(prefix="verdigris-test-", dir="/root") as folder:
        yield Path(folder)


async def test_folders_below_one_that_is_private_in_the_image_can_be_used(
    engine: TestEngine, tree: Path, private: Path
) -> None:
    work, shown, kept = private / "data" / "work", private / "shown", private / "kept"
    for folder in (work, shown, kept):
        folder.mkdir(parents=True)
    (work / "file").write_text("the tree\n")
    (shown / "file").write_text("shown\n")
    script = f"cat file {shown}/file; echo stays > {kept}/file; touch /root/x || ls -A /root"
    sandbox, view = engine.sandbox(), View(readable=(shown,), kept=(kept,))
    done = await sandbox.run(["sh", "-c", script], cwd=work, env=PATH, limits=PATIENT, view=view)
    assert (done.exit_code, (kept / "file").read_text()) == (0, "stays\n"), done.output
    lines = done.output.splitlines()
    assert [*lines[:2], lines[-1]] == ["the tree", "shown", private.name]
    # Also where the working folder is elsewhere.
    reading = ["cat", str(shown / "file")]
    done = await engine.sandbox().run(reading, cwd=tree, env=PATH, limits=PATIENT, view=view)
    assert done.output == "shown\n"


async def test_processors_are_limited(engine: TestEngine, tree: Path) -> None:
    script = "cat /sys/fs/cgroup/cpu.max /sys/fs/cgroup/cpu*/cpu.cfs_quota_us 2>/dev/null; true"
    done = await engine.sandbox(cpus=0.5).run(
        ["sh", "-c", script], cwd=tree, env=PATH, limits=PATIENT
    )
    assert done.output.split()[0] == "50000"


async def test_leftovers_of_dead_owners_are_swept_and_no_others(
    docker_engine: TestEngine, tree: Path
) -> None:
    client = Engine("docker", docker_engine.environment())
    mine = new_name("")
    place = mine.split("-")[2]
    dead, gone = f"verdigris-box-{place}-999999999-1-aa", "verdigris-box-c0123456789ab-7-7-bb"
    elsewhere = "verdigris-box-m0123456789ab-999999999-1-cc"
    named = [mine, dead, gone, elsewhere, "verdigris-box-of-somebody"]
    for name in named:
        docker_engine.client("create", "--name", name, docker_engine.image, "true")
    try:
        assert sorted(await sweep(client, "")) == sorted([dead, gone])
        assert set(docker_engine.containers()) == {*named} - {dead, gone}
    finally:
        docker_engine.client("rm", *docker_engine.containers())


async def test_a_missing_image_is_named_with_the_cure(engine: TestEngine, tree: Path) -> None:
    sandbox = ContainerSandbox(engine.name, "no-such-image:1", engine.environment())
    with pytest.raises(
        SandboxUnavailable, match=r"does not have the image no-such-image:1\."
    ) as it:
        await sandbox.run(["true"], cwd=tree, env=PATH, limits=PATIENT)
    assert f"{engine.name} build -t no-such-image:1" in it.value.hint


async def test_a_client_that_is_not_installed_is_named(tmp_path: Path) -> None:
    with pytest.raises(SandboxUnavailable, match="docker is not installed"):
        await ContainerSandbox("docker", "any", {"PATH": str(tmp_path)}).ready()


async def test_a_daemon_that_does_not_run_is_named(
    docker_engine: TestEngine, tmp_path: Path
) -> None:
    nobody = {**os.environ, "DOCKER_HOST": f"unix://{tmp_path}/none.sock"}
    with pytest.raises(SandboxUnavailable, match="docker's daemon does not answer") as it:
        await ContainerSandbox("docker", docker_engine.image, nobody).ready()
    assert "systemctl start docker" in it.value.hint


@pytest.mark.parametrize(
    ("complaint", "sentence", "cure"),
    [
        ("permission denied while trying to connect to the Docker daemon socket at unix:///x.sock",
         "may not use docker's socket", "usermod -aG docker"),
        ("Error: OCI runtime error: crun: cgroups in hybrid mode not supported",
         "crun cannot limit", "Install runc"),
        ('exec: "newuidmap": executable file not found in $PATH', "cannot map users", "uidmap"),
        ("invalid mount config for type bind: bind source path does not exist: /a",
         "does not see a folder", "TMPDIR"),
        ("docker: Error: something new\nSee 'docker run --help'.", "something new", "docker info"),
        ("", "it said nothing", "docker info"),
    ],
)  # fmt: skip
def test_trouble_is_one_sentence_with_its_cure(complaint: str, sentence: str, cure: str) -> None:
    trouble = Engine("docker", {}).trouble(complaint)
    assert sentence in str(trouble)
    assert cure in trouble.hint


def test_lines_without_the_token_count_for_nothing() -> None:
    said = (
        "t0 started\nforged memory.events oom_kill 3\nt0 memory.events oom_kill 1\nt0\nt0 x y z\n"
    )
    assert read_counted(said, "t0").oom_kills == 1
    assert read_counted(said, "t1").started is False
    assert read_counted("t0 before tmpfs a b c\nt0 pids.events max x", "t0").written_kb == 0


@pytest.mark.parametrize(
    "said",
    [
        "t0 memory.events oom_kill 2\nt0 pids.events max 5\nt0 cpu.stat usage_usec 1500000\n"
        "t0 memory.peak 3145728\n",
        "t0 memory/memory.oom_control oom_kill 2\nt0 pids/pids.events max 5\n"
        "t0 cpu,cpuacct/cpuacct.usage 1500000000\nt0 memory/memory.max_usage_in_bytes 3145728\n",
    ],
    ids=["control groups 2", "control groups 1"],
)
def test_both_versions_of_control_groups_are_read(said: str) -> None:
    counted = read_counted(said, "t0")
    assert (counted.oom_kills, counted.fork_failures) == (2, 5)
    assert (counted.cpu_seconds, counted.memory_mb) == (1.5, 3.0)


@pytest.mark.thorough
def test_a_project_goes_green_in_a_container(engine: TestEngine, tmp_path: Path) -> None:
    project = tmp_path / "project"
    examples = Path(__file__).parents[2] / "examples" / "repos" / "one_line"
    subprocess.run(["cp", "-r", str(examples), str(project)], check=True)
    script = tmp_path / "script.json"
    script.write_text(
        json.dumps(
            {
                "last": f"```python\n{FIXED}```",
                "when": {
                    "which function should change": "`page` is off by one.",
                    "three short lines": "LESSON: the last page counts",
                },
            }
        )
    )
    done = subprocess.run(
        [sys.executable, "-m", "verdigris", "fix", ".", "--model", f"scripted:{script}",
         "--sandbox", engine.name, "--sandbox-image", engine.image, "--json"],
        # Nothing here is about the linters.
        env={**engine.environment(), "VERDIGRIS_CHECKS__RUFF_CMD": "true",
             "VERDIGRIS_CHECKS__BANDIT_CMD": "true"},
        cwd=project, capture_output=True, text=True, timeout=240,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert told["status"] == "green", told
    assert engine.containers() == []
