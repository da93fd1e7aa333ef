"""Which lines a project's history says were changed lately, whatever its repository tries."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from verdigris.edits.recent import recent_lines

FIRST = "one\ntwo\nthree\nfour\n"


def git(project: Path, *words: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *words], cwd=project, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "src").mkdir(parents=True)
    git(folder, "init", "--quiet")
    commit(folder, FIRST)
    return folder


def commit(project: Path, text: str) -> None:
    (project / "src" / "a.py").write_text(text)
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--allow-empty", "--message", "a step")


def test_what_is_not_committed_counts_most(project: Path) -> None:
    commit(project, FIRST.replace("one", "ONE"))
    now = FIRST.replace("one", "ONE").replace("three", "THREE")
    assert recent_lines(project, {"src/a.py": now}) == {"src/a.py": {1: 0.7, 3: 1.0}}


def test_older_changes_count_less_and_lines_move_with_the_text(project: Path) -> None:
    commit(project, FIRST.replace("four", "FOUR"))
    for _ in range(2):
        commit(project, f"new\n{FIRST.replace('four', 'FOUR')}")
    now = f"new\n{FIRST.replace('four', 'FOUR')}"
    assert recent_lines(project, {"src/a.py": now}) == {"src/a.py": {1: 0.5, 5: 0.5}}


def test_the_place_where_lines_are_gone_counts(project: Path) -> None:
    assert recent_lines(project, {"src/a.py": "one\nfour\n"}) == {"src/a.py": {2: 1.0}}


def test_a_project_may_be_a_folder_of_a_repository(project: Path) -> None:
    now = FIRST.replace("two", "TWO")
    assert recent_lines(project / "src", {"a.py": now}) == {"a.py": {2: 1.0}}


def test_what_the_history_does_not_know_is_left_out(project: Path, tmp_path: Path) -> None:
    assert recent_lines(project, {"src/new.py": "x\n", "src/a.py": FIRST}) == {}
    assert recent_lines(project, {"src": "x\n", "../outside.py": "x\n"}) == {}
    assert recent_lines(project, {"src/a.py\nHEAD:src/a.py": "x\n"}) == {}
    assert recent_lines(tmp_path / "nothing", {"a.py": "x\n"}) == {}


def test_nothing_that_the_repository_names_is_run(project: Path, tmp_path: Path) -> None:
    sign = tmp_path / "sign"
    (project / ".gitattributes").write_text("* filter=evil diff=evil\n")
    for key in ("filter.evil.clean", "filter.evil.smudge", "diff.evil.textconv", "core.pager"):
        git(project, "config", key, f"touch {sign}; cat")
    git(project, "config", "core.fsmonitor", f"touch {sign}")
    assert recent_lines(project, {"src/a.py": FIRST + "more\n"}) == {"src/a.py": {5: 1.0}}
    assert not sign.exists()
