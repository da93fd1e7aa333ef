"""Reading suites: what is read, and what is refused with which cure."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from small_tasks import SHEET, Put

from verdigris.errors import UserError
from verdigris.evals.tasks.reading import built_in, read_suite, read_task
from verdigris.evals.tasks.trees import files_of, lay_out


def refused(folder: Path) -> UserError:
    with pytest.raises(UserError) as caught:
        read_suite(str(folder.parent))
    assert caught.value.hint
    return caught.value


def sheet(**changes: str | None) -> str:
    """Return a sheet with some lines changed or left out."""
    lines = dict(line.split(" = ", 1) for line in SHEET.format(id="double").splitlines())
    lines.update({key: value for key, value in changes.items() if value is not None})
    return "".join(f"{k} = {v}\n" for k, v in lines.items() if changes.get(k, "") is not None)


def test_a_suite_is_read_with_its_tasks_by_id(put: Put) -> None:
    put("second"), put("first")
    (put().parent / "README.md").write_text("Not a task.")
    suite = read_suite(str(put().parent))
    assert suite.name == "suite"
    assert [task.id for task in suite.tasks] == ["double", "first", "second"]
    task = suite.tasks[0]
    assert (task.family, task.size, task.timeout_seconds) == ("operator", "tiny", 20)
    assert task.repo.is_dir() and task.hidden.is_dir() and task.solution.is_dir()


def test_a_built_in_suite_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fix-small").mkdir()
    monkeypatch.chdir(tmp_path)
    assert "fix-small" in built_in()
    assert len(read_suite("fix-small").tasks) >= 60


def test_an_unknown_suite_is_told_with_the_names_there_are(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no suite 'fix-large'") as caught:
        read_suite("fix-large")
    assert "fix-small" in caught.value.hint
    with pytest.raises(UserError, match="no task"):
        read_suite(str(tmp_path))


def test_a_single_task_is_not_a_suite(put: Put) -> None:
    with pytest.raises(UserError, match="single task") as caught:
        read_suite(str(put()))
    assert str(put().parent) in caught.value.hint


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"size": '"huge"'}, "size"),
        ({"difficulty": None}, "difficulty"),
        ({"timeout_seconds": "0"}, "timeout_seconds"),
        ({"timeout_seconds": '"20"'}, "timeout_seconds"),
        ({"goal": '""'}, "goal"),
        ({"kind": '"dance"'}, "kind"),
        ({"id": '"../double"'}, "id"),
        ({"id": '"/etc"'}, "id"),
        ({"family": '"Off By One"'}, "family"),
        ({"licence": None}, "licence"),
        ({"colour": '"red"'}, "colour"),
        ({"folder": '"/etc"'}, "folder"),
        ({"test_cmd": '["make", "test"]'}, "test_cmd"),
    ],
)
def test_a_wrong_field_is_named(put: Put, changes: dict[str, str | None], field: str) -> None:
    error = refused(put(**{"task.toml": sheet(**changes)}))
    assert "double" in str(error) and f"'{field}'" in str(error)


@pytest.mark.parametrize("text", ["id = ", "[[[", "id = 'a'\nid = 'b'\n", "x" * 70_000])
def test_a_sheet_that_cannot_be_read_is_told(put: Put, text: str) -> None:
    assert "task.toml" in str(refused(put(**{"task.toml": text})))


def test_a_sheet_that_is_not_text_is_told(put: Put) -> None:
    folder = put()
    (folder / "task.toml").write_bytes(b"\xff\xfe")
    assert "task.toml" in str(refused(folder))


def test_a_folder_without_sheet_is_told(put: Put) -> None:
    assert "no task.toml" in str(refused(put(**{"task.toml": None})))


def test_the_id_is_the_name_of_the_folder(put: Put) -> None:
    folder = put()
    (folder / "task.toml").write_text(SHEET.format(id="other"))
    assert "'other'" in str(refused(folder))


def test_a_task_without_project_is_told(put: Put) -> None:
    missing: dict[str, str | None] = {"repo/twice.py": None, "repo/test_twice.py": None}
    assert "repo/" in str(refused(put(**missing)))


def test_a_solution_may_not_touch_tests(put: Put) -> None:
    assert "test_twice.py" in str(refused(put(**{"solution/test_twice.py": "def test(): ..."})))


def test_hidden_tests_may_not_replace_visible_ones(put: Put) -> None:
    assert "test_twice.py" in str(refused(put(**{"hidden/test_twice.py": "def test(): ..."})))


@pytest.mark.parametrize("part", ["repo", "hidden", "solution"])
@pytest.mark.parametrize("kind", ["file", "folder", "part", "dangling", "pipe"])
def test_links_and_pipes_are_refused(put: Put, part: str, kind: str, tmp_path: Path) -> None:
    folder, outside = put(), tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.py").write_text("KEY = 1\n")
    if kind == "file":
        (folder / part / "more.py").symlink_to(outside / "secret.py")
    elif kind == "folder":
        (folder / part / "more").symlink_to(outside)
    elif kind == "part":
        (folder / part).rename(tmp_path / "moved")
        (folder / part).symlink_to(tmp_path / "moved")
    elif kind == "dangling":
        (folder / part / "more.py").symlink_to("nowhere")
    else:
        os.mkfifo(folder / part / "more.py")
    refused(folder)


@pytest.mark.parametrize("what", ["double", "double/task.toml"])
def test_a_linked_task_is_refused(put: Put, what: str, tmp_path: Path) -> None:
    place = put().parent / what
    place.rename(tmp_path / "moved")
    place.symlink_to(tmp_path / "moved")
    refused(tmp_path / "suite" / "double")


def test_by_products_are_no_part_of_a_task(put: Put, tmp_path: Path) -> None:
    folder = put(**{"repo/__pycache__/twice.pyc": "x", "repo/.pytest_cache/v": "x"})
    task = read_task(folder)
    assert files_of(task.repo) == ("test_twice.py", "twice.py")
    tree = lay_out(tmp_path / "tree", task.repo, task.solution)
    assert sorted(path.name for path in tree.iterdir()) == ["test_twice.py", "twice.py"]
    assert "n * 2" in (tree / "twice.py").read_text()
    assert "n + 2" in (task.repo / "twice.py").read_text()
