"""Bubblewrap: what the conformance tests of every sandbox do not cover."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.calls import ANSWERS, NEEDED, REFUSED
from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import Limits, View
from verdigris.sandbox.bubblewrap import BubblewrapSandbox, Means
from verdigris.sandbox.seccomp import build_filter
from verdigris.sandbox.trial import try_bubblewrap
from verdigris.settings import Machine

ENV = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
LIMITS = Limits(wall_seconds=60, cpu_seconds=30)


@pytest.fixture
async def means() -> Means:
    try:
        return await try_bubblewrap(Machine.current().path)
    except SandboxUnavailable as missing:
        pytest.skip(missing.show())


@pytest.fixture
def cwd(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def sandbox(means: Means, home: Path = Path("/nowhere"), **more: object) -> BubblewrapSandbox:
    return BubblewrapSandbox(means, home=home, **more)  # type: ignore[arg-type]


async def test_what_is_written_never_reaches_the_folder(means: Means, cwd: Path) -> None:
    (cwd / "file").write_text("before")
    script = "echo after > file; echo x > new; cat file"
    done = await sandbox(means).run(["sh", "-c", script], cwd=cwd, env=ENV, limits=LIMITS)
    assert (done.exit_code, done.output) == (0, "after\n")
    assert [(path.name, path.read_text()) for path in cwd.iterdir()] == [("file", "before")]


async def test_without_an_overlay_the_folder_is_watched(means: Means, cwd: Path) -> None:
    plain = sandbox(replace(means, overlay=False))
    done = await plain.run(["sh", "-c", "echo x > new; cat new"], cwd=cwd, env=ENV, limits=LIMITS)
    assert (done.output, (cwd / "new").read_text()) == ("x\n", "x\n")
    flood = "i=0; while :; do i=$((i+1)); head -c 1000000 /dev/zero > $TMPDIR/$i; done"
    limits = LIMITS.model_copy(update={"disk_mb": 8})
    done = await plain.run(["sh", "-c", flood], cwd=cwd, env=ENV, limits=limits)
    assert (done.ended_by, done.message) == ("disk", "disk limit of 8 MB reached")


async def test_names_that_mean_something_to_mount_are_only_names(
    means: Means, tmp_path: Path
) -> None:
    odd = tmp_path / "a,lowerdir=b:c\\d 'e'"
    odd.mkdir()
    (odd / "file").write_text("here")
    done = await sandbox(means).run(["cat", "file"], cwd=odd, env=ENV, limits=LIMITS)
    assert (done.exit_code, done.output) == (0, "here")


@pytest.mark.parametrize("shown", ["home", ".", "data", "/", "link"])
async def test_what_holds_the_home_folder_or_our_data_is_never_shown(
    means: Means, cwd: Path, tmp_path: Path, shown: str
) -> None:
    for name in ("home", "data/runs"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path)
    box = sandbox(means, tmp_path / "home", private=(tmp_path / "data" / "runs",))
    view = View(readable=(tmp_path / shown,))
    with pytest.raises(SandboxUnavailable, match="cannot be shown"):
        await box.run(["true"], cwd=cwd, env=ENV, limits=LIMITS, view=view)


async def test_what_is_shown_below_home_shows_nothing_beside_it(
    means: Means, cwd: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    for name in ("tool/lib", ".ssh"):
        (home / name).mkdir(parents=True)
    (home / "tool" / "lib" / "file").write_text("x")
    view = View(readable=(home / "tool",))
    done = await sandbox(means, home).run(
        ["find", str(home)], cwd=cwd, env=ENV, limits=LIMITS, view=view
    )
    assert done.output.split() == [
        str(home),
        *(f"{home}/tool{n}" for n in ("", "/lib", "/lib/file")),
    ]


async def test_with_the_network_this_machine_is_reached(means: Means, cwd: Path) -> None:
    code = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])), 10)"
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = ["python3", "-c", code, str(server.getsockname()[1])]
        open_ = sandbox(means, network=True)
        assert (await open_.run(command, cwd=cwd, env=ENV, limits=LIMITS)).exit_code == 0
        assert (await sandbox(means).run(command, cwd=cwd, env=ENV, limits=LIMITS)).exit_code == 1


async def test_the_kernels_dangerous_doors_are_shut(means: Means, cwd: Path) -> None:
    if build_filter() is None:
        pytest.skip("there is no filter for this processor")
    done = await sandbox(means).run(["python3", "-c", REFUSED], cwd=cwd, env=ENV, limits=LIMITS)
    assert done.output.splitlines() == ANSWERS


async def test_what_tests_usually_do_works(means: Means, cwd: Path) -> None:
    (cwd / "needed.py").write_text(NEEDED)
    done = await sandbox(means).run(["python3", "needed.py"], cwd=cwd, env=ENV, limits=LIMITS)
    assert (done.exit_code, done.output) == (0, "all of it\n")
