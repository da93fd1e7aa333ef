"""All files or none: with SIGKILL at every instant, a full disk, and somebody else at the files."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from switching import after, before, change, contents, put, wait_for_the_writer

import verdigris.edits
from verdigris.edits.journal import Desk, records, settle
from verdigris.edits.switch import switch
from verdigris.edits.userfiles import take_back, write_change
from verdigris.errors import StoreError, UserError

DRIVER = Path(__file__).with_name("switching.py")
FEW = 3
KILLED = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
import switch
steps = iter(range(1, int(sys.argv[3])))
switch.switch(sys.argv[2], lambda _: next(steps, 0) or os.kill(os.getpid(), signal.SIGKILL))
"""
SWITCH = [sys.executable, "-I", "-S", "-c", KILLED, str(Path(verdigris.edits.__file__).parent)]
"""The switch alone, as it is started for real, killed at its Nth step."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return put(tmp_path / "project", before())


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "data" / "runs" / "r-1", tmp_path / "data")


def drive(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DRIVER), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


class Stop(Exception):
    pass


def recorded(project: Path, desk: Desk, kind: str) -> Path:
    """Leave a complete record behind whose switch never began."""

    def stop(step: str) -> None:
        if step == "recorded":
            raise Stop

    stopping = Desk(desk.run, desk.data, stop)
    with pytest.raises(Stop):
        if kind == "apply":
            write_change(project, change(FEW), stopping)
        else:
            take_back(records(desk.run)[-1], stopping)
    return max((desk.run / "writes").iterdir())


@pytest.mark.parametrize("step", ["recorded", "started", "ended"])
def test_whoever_asks_for_a_change_may_be_killed(project: Path, desk: Desk, step: str) -> None:
    done = drive("write", project, desk.data, step)
    assert done.returncode == -signal.SIGKILL, done.stderr
    wait_for_the_writer(desk.data)
    assert contents(project) == (before() if step == "recorded" else after())
    assert len(records(desk.run)) == (0 if step == "recorded" else 1)
    write_change(project, change(), desk)
    assert contents(project) == after()


@pytest.mark.thorough
def test_killed_at_random_instants_of_apply_and_undo(project: Path, desk: Desk) -> None:
    done = drive("race", project, desk.data, 20261115, 24)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert len(seen) == 24
    assert set(seen) == {"before", "after"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["apply", "undo"])
def test_the_writing_process_itself_killed_at_each_of_its_steps(
    tmp_path: Path, desk: Desk, kind: str
) -> None:
    """Then the next command puts it right, whatever the instant."""
    old, new = before(FEW), after(FEW)
    ended: list[str] = []
    for number in range(1, 100):
        project = put(tmp_path / "project", old)
        if kind == "undo":
            write_change(project, change(FEW), desk)
            old, new = after(FEW), before(FEW)
        record = recorded(project, desk, kind)
        done = subprocess.run([*SWITCH, record, str(number)], check=False)
        said = settle(project, desk.data)
        now = contents(project)
        assert now in (old, new), f"killed at step {number}"
        assert settle(project, desk.data) == ""
        assert not list(desk.data.glob("projects/*/open"))
        ended.append("new" if now == new else "old")
        assert bool(said) == (done.returncode != 0 and now == old), said
        if done.returncode == 0:
            break
        shutil.rmtree(project)
        shutil.rmtree(desk.data)
        old, new = before(FEW), after(FEW)
    assert ended.count("old") > 10 and ended.count("new") > 3
    assert ended == sorted(ended, reverse=True), "before up to one instant, after from then on"


def outcome(record: Path) -> dict[str, object]:
    held: dict[str, object] = json.loads((record / "outcome.json").read_text())
    return held


def at(step: str, act: Callable[[], object], nth: int = 1) -> Callable[[str], None]:
    seen = 0

    def hear(reached: str) -> None:
        nonlocal seen
        seen += reached == step
        if reached == step and seen == nth:
            act()

    return hear


def in_place(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"mine, in place")


def by_rename(path: Path) -> None:
    saved = path.with_name("editor.tmp")
    saved.write_text("mine, by rename\n")
    saved.replace(path)


@pytest.mark.parametrize("save", [in_place, by_rename])
@pytest.mark.parametrize(
    ("step", "nth"), [("staged", 1), ("swapped", 1), ("swapped", 2), ("kept", 3)]
)
def test_what_the_user_saves_meanwhile_is_kept(
    tmp_path: Path, desk: Desk, step: str, nth: int, save: Callable[[Path], None]
) -> None:
    project = put(tmp_path / "project", before(FEW))
    record = recorded(project, desk, "apply")
    paths = [f["path"] for f in json.loads((record / "record.json").read_text())["files"]]
    victim = project / paths[-1]
    assert paths[-1] in before(FEW)
    switch(str(record), at(step, lambda: save(victim), nth))
    mine = victim.read_bytes()
    assert mine.startswith(b"mine")
    assert contents(project) == {**before(FEW), paths[-1]: mine.decode()}
    assert outcome(record)["state"] == "moved"
    assert records(desk.run) == []


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path: Path, desk: Desk) -> None:
    project = put(tmp_path / "project", before(FEW))
    record = recorded(project, desk, "apply")
    theirs = project / "new.py"
    switch(str(record), at("staged", lambda: theirs.write_text("mine\n")))
    assert contents(project) == {**before(FEW), "new.py": "mine\n"}


def test_an_edit_after_the_swap_stays_when_the_rest_is_taken_back(
    tmp_path: Path, desk: Desk
) -> None:
    project = put(tmp_path / "project", before(FEW))
    record = recorded(project, desk, "apply")
    files = [f["path"] for f in json.loads((record / "record.json").read_text())["files"]]
    changed = next(path for path in files if path in before(FEW) and path in after(FEW))

    def both() -> None:
        (project / changed).write_text("edited on top\n")
        (project / files[-1]).write_text("and this stops it\n")

    switch(str(record), at("swapped", both, files.index(changed) + 1))
    assert outcome(record)["stuck"] == [changed]
    assert contents(project)[changed] == "edited on top\n"
    assert (record / "old" / str(files.index(changed))).read_text() == before(FEW)[changed]


def test_two_at_once_come_one_after_the_other(project: Path, desk: Desk) -> None:
    other = Desk(desk.data / "runs" / "r-2", desk.data)
    seen: list[object] = []

    def work(own: Desk) -> None:
        seen.append(write_change(project, change(), own))

    threads = [threading.Thread(target=work, args=(one,)) for one in (desk, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert contents(project) == after()
    assert seen.count(None) == 1, "the second one found that all was there already"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("a small disk can only be made by root, where mounting is allowed")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_changes_nothing(small_disk: Path, desk: Desk) -> None:
    project = put(small_disk, before())
    with pytest.raises(StoreError, match="No space left"):
        write_change(project, change(), desk)
    assert contents(project) == before()
    (project / "pkg0" / "m0.py").write_text("grows\n" * 10)
    assert settle(project, desk.data) == ""


def test_no_room_for_the_record_changes_nothing(small_disk: Path, project: Path) -> None:
    desk = Desk(small_disk / "runs" / "r-1", small_disk)
    put(small_disk, {"filler": "x" * 150_000})
    with pytest.raises(StoreError, match="Nothing was written"):
        write_change(project, change(), desk)
    assert contents(project) == before()
    assert records(desk.run) == []


@pytest.fixture
def closed(project: Path) -> Iterator[Path]:
    """A folder in which nothing can be made, not even by root."""
    place = project / "pkg3"
    if os.geteuid() != 0:
        place.chmod(0o555)
        yield place
        place.chmod(0o755)
        return
    for words in (["--bind", place, place], ["-o", "remount,bind,ro", place]):
        if subprocess.run(["mount", *words], check=False, capture_output=True).returncode:
            pytest.skip("mounting is not allowed here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def test_a_folder_that_cannot_be_written_stops_everything(
    project: Path, desk: Desk, closed: Path
) -> None:
    with pytest.raises(StoreError, match=f"Nothing was written: {closed}"):
        write_change(project, change(), desk)
    assert contents(project) == before()
    assert not (project / "fresh").exists()


def test_a_read_only_file_stops_everything_also_for_root(project: Path, desk: Desk) -> None:
    (project / "gone.py").chmod(0o444)
    with pytest.raises(UserError, match=r"gone\.py is read-only"):
        write_change(project, change(), desk)
    assert contents(project) == before()
