"""Verdigris in a container that has the engine's socket: siblings see the right files."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import verdigris
from sandbox.engines import TestEngine
from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.container_paths import Sharing, find_sharing, own_names

SOURCE = Path(verdigris.__file__).parents[1]
ID = "0123456789abcdef" * 4


def in_a_container(engine: TestEngine, *more: str) -> dict[str, Any]:
    """Run the driver in a container with our interpreter, our code and the engine's socket."""
    socket = engine.variables["DOCKER_HOST"].removeprefix("unix://")
    client = shutil.which("docker")
    assert client is not None
    shown = {sys.base_prefix, sys.prefix, str(SOURCE), str(Path(__file__).parent)}
    mounts = [word for path in sorted(shown) for word in ("-v", f"{path}:{path}:ro")]
    output = engine.client(
        "run", "--rm", "--network", "none", *mounts,
        "-v", f"{Path(client).resolve()}:/opt/bin/docker:ro", "-v", f"{socket}:/run/engine.sock",
        "-e", "DOCKER_HOST=unix:///run/engine.sock", "-e", "PATH=/opt/bin:/usr/bin:/bin",
        "-e", f"PYTHONPATH={SOURCE}", *more,
        engine.image, sys.executable, str(Path(__file__).with_name("sibling.py")), engine.image,
    )  # fmt: skip
    told = json.loads(output)
    assert isinstance(told, dict)
    return told


def test_a_sibling_sees_the_tree_and_what_it_writes_comes_back(
    docker_engine: TestEngine, tmp_path: Path
) -> None:
    told = in_a_container(docker_engine, "-v", f"{tmp_path}:/shared", "-e", "TMPDIR=/shared")
    assert told["output"] == "the tree\na folder of this container alone\n"
    assert (told["code"], told["kept"]) == (0, "result\n")
    assert told["tree"] == "the tree\n"
    assert "sibling" in told["used"]
    assert docker_engine.containers() == []
    assert list(tmp_path.iterdir()) == []


def test_a_sibling_of_an_ordinary_user_writes_as_that_user(
    docker_engine: TestEngine, tmp_path: Path
) -> None:
    home, shared = tmp_path / "home", tmp_path / "shared"
    home.mkdir()
    shared.mkdir()
    shared.chmod(0o777)
    socket = Path(docker_engine.variables["DOCKER_HOST"].removeprefix("unix://"))
    told = in_a_container(
        # Root's home may hold the interpreter: this one may be entered.
        docker_engine, "--user", f"1000:{socket.stat().st_gid}", "-v", f"{home}:/root",
        "-v", f"{shared}:/shared", "-e", "TMPDIR=/shared",
    )  # fmt: skip
    assert (told["code"], told["kept"], told["owner"]) == (0, "result\n", 1000)
    assert list(shared.iterdir()) == []


def test_a_named_volume_for_the_temporary_folder_is_enough(docker_engine: TestEngine) -> None:
    try:
        told = in_a_container(docker_engine, "-v", "verdigris-tmp:/tmp")
    finally:
        docker_engine.client("volume", "rm", "verdigris-tmp")
    assert (told["code"], told["kept"]) == (0, "result\n")


def test_a_temporary_folder_that_no_sibling_can_see_is_named_with_the_cure(
    docker_engine: TestEngine,
) -> None:
    told = in_a_container(docker_engine)
    assert told["error"].startswith("/tmp/")
    assert "sibling container cannot see it" in told["error"]
    assert "-v verdigris-tmp:/tmp" in told["hint"]


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("mountinfo", f"1 2 0:1 /var/lib/docker/containers/{ID}/hostname /etc/hostname rw - ext4"),
        ("mountinfo", f"1 2 0:1 /c/overlay-containers/{ID}/userdata/hosts /etc/hosts rw - ext4"),
        ("cgroup", f"4:memory:/docker/{ID}"),
        ("cgroup", f"0::/system.slice/docker-{ID}.scope"),
        ("cgroup", f"0::/user.slice/libpod-{ID}.scope"),
    ],
)
def test_our_own_container_is_found_by_what_the_kernel_tells(
    tmp_path: Path, file: str, line: str
) -> None:
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self" / file).write_text(f"{line}\n")
    assert next(iter(own_names(tmp_path))) == ID


async def test_outside_of_any_container_paths_stay_what_they_are(
    docker_engine: TestEngine, tmp_path: Path
) -> None:
    from verdigris.sandbox.engines import Engine

    sharing = await find_sharing(Engine("docker", docker_engine.environment()), tmp_path)
    assert sharing == Sharing()
    assert str(sharing.require(Path("/any/where"))) == "/any/where"


def test_the_nearest_mount_wins() -> None:
    sharing = Sharing.model_validate(
        {
            "container": ID,
            "mounts": [
                {"inside": "/work", "outside": "/host/work"},
                {"inside": "/work/deep", "outside": "/volumes/deep"},
                {"inside": "/workshop", "outside": "/elsewhere"},
            ],
        }
    )
    assert str(sharing.translate(Path("/work/a"))) == "/host/work/a"
    assert str(sharing.translate(Path("/work/deep/b"))) == "/volumes/deep/b"
    assert str(sharing.translate(Path("/work/deeper"))) == "/host/work/deeper"
    assert sharing.translate(Path("/home")) is None
    with pytest.raises(SandboxUnavailable):
        sharing.require(Path("/home/x"))
