"""Writing the winning change to the user's tree."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from verdigris.core.change import Change, make_change
from verdigris.edits.journal import Desk, records
from verdigris.edits.userfiles import Merge, take_back, write_change
from verdigris.errors import UserError

BEFORE = {"a.py": "a = 1\n", "b.py": "b = 1\r\n", "old.py": "gone\n"}
AFTER: dict[str, str | None] = {
    "a.py": "a = 2\n",
    "b.py": "b = 2\r\n",
    "old.py": None,
    "new/c.py": "é\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    for name, text in BEFORE.items():
        (folder / name).write_bytes(text.encode())
    return folder


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(run=tmp_path / "data" / "runs" / "r-1", data=tmp_path / "data")


@pytest.fixture
def change() -> Change:
    made = make_change(BEFORE, AFTER, "fast")
    assert made is not None
    return made


def contents(project: Path) -> dict[str, str]:
    files = (path for path in project.rglob("*") if path.is_file())
    return {path.relative_to(project).as_posix(): path.read_bytes().decode() for path in files}


def test_all_of_it_is_written(project: Path, change: Change, desk: Desk) -> None:
    write_change(project, change, desk)
    assert contents(project) == {name: text for name, text in AFTER.items() if text is not None}


def test_writing_it_twice_writes_it_once(project: Path, change: Change, desk: Desk) -> None:
    write_change(project, change, desk)
    stamp = (project / "a.py").stat().st_mtime_ns
    write_change(project, change, desk)
    assert (project / "a.py").stat().st_mtime_ns == stamp


@pytest.mark.parametrize(
    ("name", "now"),
    [
        ("a.py", "a = 3\n"),
        ("b.py", "b = 1\n"),
        ("a.py", None),
        ("old.py", "edited\n"),
        ("new/c.py", "already here\n"),
    ],
)
def test_a_file_that_moved_on_stops_everything(
    project: Path, change: Change, desk: Desk, name: str, now: str | None
) -> None:
    path = project / name
    path.parent.mkdir(exist_ok=True)
    path.unlink() if now is None else path.write_bytes(now.encode())
    before = contents(project)
    with pytest.raises(UserError, match=name) as caught:
        write_change(project, change, desk)
    assert "verdigris apply r-1 --merge" in caught.value.hint
    assert f"{desk.run}/final.patch" in caught.value.hint
    assert contents(project) == before


@pytest.mark.parametrize(
    "in_the_way",
    [
        pytest.param("new", id="a file where a folder is needed"),
        pytest.param("new/c.py/deeper.py", id="a folder where a file is needed"),
    ],
)
def test_what_stands_in_the_way_stops_everything(
    project: Path, change: Change, desk: Desk, in_the_way: str
) -> None:
    (project / in_the_way).parent.mkdir(parents=True, exist_ok=True)
    (project / in_the_way).write_text("mine\n")
    before = contents(project)
    with pytest.raises(UserError, match=r"new/c\.py"):
        write_change(project, change, desk)
    assert contents(project) == before


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_modes_are_kept(project: Path, change: Change, desk: Desk, mode: int) -> None:
    (project / "a.py").chmod(mode)
    write_change(project, change, desk)
    assert stat.S_IMODE((project / "a.py").stat().st_mode) == mode


@pytest.mark.parametrize("linked", ["a.py", "new"])
def test_a_link_out_of_the_project_is_refused(
    tmp_path: Path, project: Path, change: Change, desk: Desk, linked: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.py").write_text("a = 1\n")
    (project / linked).unlink(missing_ok=True)
    (project / linked).symlink_to(outside / "a.py" if linked == "a.py" else outside)
    with pytest.raises(UserError, match="out of the project"):
        write_change(project, change, desk)
    assert contents(outside) == {"a.py": "a = 1\n"}
    assert (project / "b.py").read_bytes() == b"b = 1\r\n"


WRITE = """
import resource, sys
from pathlib import Path
from verdigris.core.change import Change
from verdigris.edits.journal import Desk
from verdigris.edits.userfiles import write_change
from verdigris.errors import StoreError

resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
change = Change.model_validate_json(sys.stdin.read())
try:
    write_change(Path(sys.argv[1]), change, Desk(Path(sys.argv[2], "runs/r-1"), Path(sys.argv[2])))
except StoreError as error:
    sys.exit(f"{error.show()}")
"""


def test_when_the_disk_refuses_the_second_file_the_first_is_taken_back(
    project: Path, change: Change, desk: Desk
) -> None:
    """The kernel's limit on file sizes stands in for a full disk."""
    made = make_change(BEFORE, {**AFTER, "new/c.py": "x" * 10_000, "z.py": "z\n"}, "fast")
    assert made is not None
    before = contents(project)
    done = subprocess.run(
        [sys.executable, "-c", WRITE, str(project), str(desk.data)],
        check=False,
        input=made.model_dump_json(),
        text=True,
        capture_output=True,
        env=dict(os.environ),
    )
    assert done.returncode == 1, done.stderr
    assert "Nothing was written" in done.stderr
    assert contents(project) == before
    assert not list(project.glob(".*")), "no staged file is left behind"


def undo(desk: Desk, how: Merge = "no") -> None:
    take_back(records(desk.run)[-1], desk, merge=how)


def test_undo_restores_every_byte_mode_and_folder(
    project: Path, change: Change, desk: Desk
) -> None:
    (project / "old.py").chmod(0o750)
    (project / "a.py").chmod(0o700)
    before = contents(project)
    write_change(project, change, desk)
    undo(desk)
    assert contents(project) == before
    assert not (project / "new").exists(), "the folder was made for the change"
    assert stat.S_IMODE((project / "old.py").stat().st_mode) == 0o750
    assert stat.S_IMODE((project / "a.py").stat().st_mode) == 0o700


def test_a_folder_that_was_made_stays_if_something_else_is_in_it(
    project: Path, change: Change, desk: Desk
) -> None:
    write_change(project, change, desk)
    (project / "new" / "mine.py").write_text("mine\n")
    undo(desk)
    assert contents(project) == {**BEFORE, "new/mine.py": "mine\n"}


@pytest.mark.parametrize(
    ("name", "now"),
    [("a.py", "a = 2\nmore = 1\n"), ("a.py", None), ("old.py", "back\n"), ("new/c.py", "mine\n")],
)
def test_undo_refuses_when_the_tree_has_moved_on(
    project: Path, change: Change, desk: Desk, name: str, now: str | None
) -> None:
    write_change(project, change, desk)
    path = project / name
    path.unlink() if now is None else path.write_bytes(now.encode())
    moved_on = contents(project)
    with pytest.raises(UserError, match=name) as caught:
        undo(desk)
    assert "verdigris undo r-1 --merge" in caught.value.hint
    assert contents(project) == moved_on


LONG = "".join(f"line {n}\n" for n in range(30))


@pytest.fixture
def long_change(project: Path) -> Change:
    (project / "long.py").write_text(LONG)
    made = make_change(
        {**BEFORE, "long.py": LONG}, {"long.py": LONG.replace("line 2\n", "LINE 2\n")}, "fast"
    )
    assert made is not None
    return made


def test_work_in_other_lines_is_merged_and_survives_the_undo(
    project: Path, long_change: Change, desk: Desk
) -> None:
    mine = LONG.replace("line 20\n", "my line\n")
    (project / "long.py").write_text(mine)
    record = write_change(project, long_change, desk, merge="clean")
    assert record is not None and record.merged
    assert (project / "long.py").read_text() == mine.replace("line 2\n", "LINE 2\n")
    (project / "long.py").write_text(
        (project / "long.py").read_text().replace("line 28\n", "later\n")
    )
    undo(desk, "clean")
    assert (project / "long.py").read_text() == mine.replace("line 28\n", "later\n")


def test_a_conflict_writes_nothing_unless_markers_are_asked_for(
    project: Path, long_change: Change, desk: Desk
) -> None:
    mine = LONG.replace("line 2\n", "my line\n")
    (project / "long.py").write_text(mine)
    with pytest.raises(UserError, match=r"same lines of long\.py") as caught:
        write_change(project, long_change, desk, merge="clean")
    assert "--conflicts" in caught.value.hint
    assert (project / "long.py").read_text() == mine
    write_change(project, long_change, desk, merge="markers")
    marked = (project / "long.py").read_text()
    assert "<<<<<<<" in marked and "my line\n" in marked and "LINE 2\n" in marked
    undo(desk)
    assert (project / "long.py").read_text() == mine


@pytest.mark.parametrize(
    ("name", "now", "kept"),
    [
        pytest.param("a.py", None, "a = 2\n", id="deleted by the user, edited by the change"),
        pytest.param("old.py", "edited\n", "edited\n", id="edited by the user, deleted by it"),
    ],
)
def test_neither_side_is_lost_where_one_deleted_what_the_other_edited(
    project: Path, change: Change, desk: Desk, name: str, now: str | None, kept: str
) -> None:
    path = project / name
    path.unlink() if now is None else path.write_text(now)
    with pytest.raises(UserError, match=name):
        write_change(project, change, desk, merge="clean")
    write_change(project, change, desk, merge="markers")
    assert path.read_text() == kept


def test_a_link_inside_the_project_is_written_through(
    project: Path, change: Change, desk: Desk
) -> None:
    (project / "a.py").rename(project / "real.py")
    (project / "a.py").symlink_to("real.py")
    write_change(project, change, desk)
    assert (project / "a.py").is_symlink()
    assert (project / "real.py").read_text() == "a = 2\n"


def test_another_name_of_the_same_file_keeps_the_old_text(
    tmp_path: Path, project: Path, change: Change, desk: Desk
) -> None:
    (tmp_path / "backup.py").hardlink_to(project / "a.py")
    write_change(project, change, desk)
    assert (tmp_path / "backup.py").read_text() == "a = 1\n"


def test_attributes_of_a_file_are_kept(project: Path, change: Change, desk: Desk) -> None:
    try:
        os.setxattr(project / "a.py", "user.colour", b"green")
    except (OSError, AttributeError):
        pytest.skip("this file system keeps no attributes")
    write_change(project, change, desk)
    assert os.getxattr(project / "a.py", "user.colour") == b"green"


def test_text_that_is_not_utf8_is_written_byte_for_byte(project: Path, desk: Desk) -> None:
    (project / "latin.py").write_bytes(b"# caf\xe9\nx = 1\n")
    made = make_change(
        {"latin.py": "# caf\xe9\nx = 1\n"},
        {"latin.py": "# caf\xe9\nx = 2\n"},
        "fast",
        encodings={"latin.py": "latin-1"},
    )
    assert made is not None
    write_change(project, made, desk)
    assert (project / "latin.py").read_bytes() == b"# caf\xe9\nx = 2\n"


def test_a_pipe_in_the_way_is_refused_at_once(project: Path, change: Change, desk: Desk) -> None:
    (project / "a.py").unlink()
    os.mkfifo(project / "a.py")
    with pytest.raises(UserError, match=r"a\.py is not a file"):
        write_change(project, change, desk)
