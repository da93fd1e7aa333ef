"""Writing the winning change to the user's tree."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from verdigris.core.change import Change, make_change
from verdigris.edits.userfiles import write_change
from verdigris.errors import UserError

BEFORE = {"a.py": "a = 1\n", "b.py": "b = 1\r\n", "old.py": "gone\n"}
AFTER: dict[str, str | None] = {
    "a.py": "a = 2\n",
    "b.py": "b = 2\r\n",
    "old.py": None,
    "new/c.py": "é\n",
}
PATCH = Path("/kept/the.patch")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    for name, text in BEFORE.items():
        (folder / name).write_bytes(text.encode())
    return folder


@pytest.fixture
def change() -> Change:
    made = make_change(BEFORE, AFTER, "fast")
    assert made is not None
    return made


def contents(project: Path) -> dict[str, str]:
    files = (path for path in project.rglob("*") if path.is_file())
    return {path.relative_to(project).as_posix(): path.read_bytes().decode() for path in files}


def test_all_of_it_is_written(project: Path, change: Change) -> None:
    write_change(project, change, PATCH)
    assert contents(project) == {name: text for name, text in AFTER.items() if text is not None}


def test_writing_it_twice_writes_it_once(project: Path, change: Change) -> None:
    write_change(project, change, PATCH)
    stamp = (project / "a.py").stat().st_mtime_ns
    write_change(project, change, PATCH)
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
    project: Path, change: Change, name: str, now: str | None
) -> None:
    path = project / name
    path.parent.mkdir(exist_ok=True)
    path.unlink() if now is None else path.write_bytes(now.encode())
    before = contents(project)
    with pytest.raises(UserError, match=name) as caught:
        write_change(project, change, PATCH)
    assert str(PATCH) in caught.value.hint
    assert contents(project) == before


@pytest.mark.parametrize(
    "in_the_way",
    [
        pytest.param("new", id="a file where a folder is needed"),
        pytest.param("new/c.py/deeper.py", id="a folder where a file is needed"),
    ],
)
def test_what_stands_in_the_way_stops_everything(
    project: Path, change: Change, in_the_way: str
) -> None:
    (project / in_the_way).parent.mkdir(parents=True, exist_ok=True)
    (project / in_the_way).write_text("mine\n")
    before = contents(project)
    with pytest.raises(UserError, match=r"new/c\.py"):
        write_change(project, change, PATCH)
    assert contents(project) == before


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_modes_are_kept(project: Path, change: Change, mode: int) -> None:
    (project / "a.py").chmod(mode)
    write_change(project, change, PATCH)
    assert stat.S_IMODE((project / "a.py").stat().st_mode) == mode


@pytest.mark.parametrize("linked", ["a.py", "new"])
def test_a_link_out_of_the_project_is_refused(
    tmp_path: Path, project: Path, change: Change, linked: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.py").write_text("a = 1\n")
    (project / linked).unlink(missing_ok=True)
    (project / linked).symlink_to(outside / "a.py" if linked == "a.py" else outside)
    with pytest.raises(UserError, match="out of the project"):
        write_change(project, change, PATCH)
    assert contents(outside) == {"a.py": "a = 1\n"}
    assert (project / "b.py").read_bytes() == b"b = 1\r\n"


WRITE = """
import resource, sys
from pathlib import Path
from verdigris.core.change import Change
from verdigris.edits.userfiles import write_change
from verdigris.errors import StoreError

resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
change = Change.model_validate_json(sys.stdin.read())
try:
    write_change(Path(sys.argv[1]), change, Path("/kept/the.patch"))
except StoreError as error:
    sys.exit(f"{error.show()}")
"""


def test_when_the_disk_refuses_the_second_file_the_first_is_taken_back(
    project: Path, change: Change
) -> None:
    """The kernel's limit on file sizes stands in for a full disk."""
    made = make_change(BEFORE, {**AFTER, "new/c.py": "x" * 10_000, "z.py": "z\n"}, "fast")
    assert made is not None
    before = contents(project)
    done = subprocess.run(
        [sys.executable, "-c", WRITE, str(project)],
        check=False,
        input=made.model_dump_json(),
        text=True,
        capture_output=True,
        env=dict(os.environ),
    )
    assert done.returncode == 1, done.stderr
    assert "taken back" in done.stderr and "/kept/the.patch" in done.stderr
    assert contents(project) == before
    assert not list(project.glob(".*")), "no staged file is left behind"
