"""`apply` and `undo` through their front door, with the user's own git repository."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from past_run import CODE, FIXED, Place, call, git

from verdigris.errors import UserError


def test_there_and_back_again(place: Place) -> None:
    said = call("apply", "last")
    assert place.read() == FIXED and f"verdigris undo {place.run_id}" in said
    assert "already" in call("apply", "last")
    call("undo", "last")
    assert place.read() == CODE and place.status() == ""
    with pytest.raises(UserError, match="was undone on") as caught:
        call("undo", "last")
    assert f"verdigris apply {place.run_id}" in caught.value.hint
    call("apply", "last")
    assert place.read() == FIXED


def test_a_run_that_was_never_applied_cannot_be_undone(place: Place) -> None:
    with pytest.raises(UserError, match="never written"):
        call("undo", "last")


def test_uncommitted_work_is_never_overwritten(place: Place) -> None:
    (place.project / "stats.py").write_text("# mine\n" + CODE)
    with pytest.raises(UserError, match=r"stats\.py changed since the run began") as caught:
        call("apply", "last")
    assert "--merge" in caught.value.hint and "final.patch" in caught.value.hint
    assert place.read() == "# mine\n" + CODE


def test_a_branch_holds_the_change_and_leaves_everything_else(place: Place) -> None:
    (place.project / "notes.txt").write_text("untracked\n")
    told = json.loads(call("apply", "last", "--branch", "fix/stats", "--json"))
    assert place.read() == CODE and place.status() == "?? notes.txt\n"
    assert git(place.project, "show", "fix/stats:stats.py") == FIXED
    assert git(place.project, "log", "-1", "--format=%an|%P", "fix/stats") == (
        f"Jo|{git(place.project, 'rev-parse', 'main')}"
    )
    message = git(place.project, "log", "-1", "--format=%B", told["commit"])
    assert f"Verdigris-Run: {place.run_id}" in message and "Make 2 failing tests pass" in message
    with pytest.raises(UserError, match="branch 'fix/stats' already"):
        call("apply", "last", "--branch", "fix/stats")
    call("undo", "last")
    assert git(place.project, "branch", "--list", "fix/stats") == ""


def test_a_branch_that_moved_on_is_not_removed(place: Place) -> None:
    call("apply", "last", "--branch", "side")
    git(place.project, "switch", "--quiet", "side")
    with pytest.raises(UserError, match="checked out"):
        call("undo", "last")
    git(place.project, "commit", "--quiet", "--allow-empty", "-m", "more")
    with pytest.raises(UserError, match="moved on") as caught:
        call("undo", "last")
    assert "git revert" in caught.value.hint


@pytest.mark.parametrize("name", ["-x", "a..b", "with space", ""])
def test_names_that_are_no_branch(place: Place, name: str) -> None:
    with pytest.raises(UserError, match="cannot be the name of a branch"):
        call("apply", "last", f"--branch={name}")


def test_a_commit_and_the_commit_that_undoes_it(place: Place) -> None:
    (place.project / "other.py").write_text("x = 1\n")
    git(place.project, "add", "other.py")
    call("apply", "last", "--commit")
    assert place.read() == FIXED
    assert place.status() == "A  other.py\n", "what else was staged stays staged"
    assert git(place.project, "show", "--format=", "--name-only", "HEAD") == "stats.py\n"
    call("undo", "last")
    assert place.read() == CODE and place.status() == "A  other.py\n"
    assert git(place.project, "rev-list", "--count", "HEAD") == "3\n"
    assert git(place.project, "diff", "HEAD~2", "HEAD") == ""


def test_a_commit_is_refused_where_it_would_mix_with_other_work(place: Place) -> None:
    (place.project / "stats.py").write_text(CODE + "# staged\n")
    git(place.project, "add", "stats.py")
    with pytest.raises(UserError, match=r"staged changes to stats\.py"):
        call("apply", "last", "--commit")
    git(place.project, "commit", "--quiet", "-m", "mine")
    (place.project / "stats.py").write_text(CODE)
    with pytest.raises(UserError, match="not what the run began with"):
        call("apply", "last", "--commit")
    assert place.read() == CODE
    assert git(place.project, "rev-list", "--count", "HEAD") == "2\n"


def test_in_the_middle_of_a_merge_nothing_is_committed(place: Place) -> None:
    head = git(place.project, "rev-parse", "HEAD")
    (place.project / ".git" / "MERGE_HEAD").write_text(head)
    with pytest.raises(UserError, match="in the middle of something"):
        call("apply", "last", "--commit")
    assert place.read() == CODE


def test_no_program_of_the_repository_runs_for_a_commit(place: Place, tmp_path: Path) -> None:
    program = tmp_path / "evil.sh"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n")
    program.chmod(0o755)
    hooks = place.project / ".git" / "hooks"
    for hook in ("pre-commit", "commit-msg", "post-commit", "reference-transaction",
                 "post-index-change", "post-rewrite"):  # fmt: skip
        (hooks / hook).unlink(missing_ok=True)
        (hooks / hook).symlink_to(program)
    for name in ("core.fsmonitor", "gpg.program", "core.editor", "filter.evil.clean",
                 "filter.evil.process", "diff.external"):  # fmt: skip
        git(place.project, "config", name, str(program))
    git(place.project, "config", "commit.gpgSign", "true")
    git(place.project, "config", "core.hooksPath", str(hooks))
    (tmp_path / "ran").unlink(missing_ok=True)
    call("apply", "last", "--commit")
    call("undo", "last")
    assert not (tmp_path / "ran").exists()
    (place.project / ".git" / "info" / "attributes").write_text("*.py filter=evil\n")
    with pytest.raises(UserError, match="passes through the filter 'evil'"):
        call("apply", "last", "--commit")
    assert place.read() == CODE and not (tmp_path / "ran").exists()


def test_line_ends_are_committed_as_the_users_git_would(place: Place) -> None:
    (place.project / ".git" / "info" / "attributes").write_text("*.py text eol=lf\n")
    call("apply", "last", "--commit")
    assert git(place.project, "show", "HEAD:stats.py") == FIXED
    assert place.status() == ""


def test_a_run_that_is_not_green_is_applied_only_on_request(place: Place) -> None:
    told = json.loads(call_not_green(place))
    assert told["status"] == "not_green" and told["change"]
    with pytest.raises(UserError, match="did not go green") as caught:
        call("apply", told["run_id"])
    assert "--even-if-not-green" in caught.value.hint and place.read() == CODE
    call("apply", told["run_id"], "--even-if-not-green")
    assert place.read() == CODE.replace("-sum", "sum")


def call_not_green(place: Place) -> str:
    from typer.testing import CliRunner

    from verdigris.cli.main import app

    words = ["fork", "last", "8", "--max-iters", "1", "--json"]
    return CliRunner().invoke(app, words).stdout


def test_a_writing_that_was_cut_off_is_taken_back_by_the_next_command(place: Place) -> None:
    call("apply", "last")
    [write] = (place.folder / "writes").iterdir()
    record = json.loads((write / "record.json").read_text())
    # As if the writing process had been killed before it could say that it was done.
    (write / "outcome.json").unlink()
    Path(record["pointer"]).write_bytes(os.fsencode(write))
    told = call("show", "last")
    assert "taken back" in told and place.read() == CODE
    call("apply", "last")
    assert place.read() == FIXED


def test_options_that_do_not_go_together(place: Place) -> None:
    for words in (["--branch", "x", "--commit"], ["--branch", "x", "--merge"],
                  ["--commit", "--merge"]):  # fmt: skip
        with pytest.raises(UserError, match=r"with no other option|does not go with"):
            call("apply", "last", *words)
    assert place.read() == CODE


def test_what_is_applied_already_is_not_committed_behind_the_record(place: Place) -> None:
    call("apply", "last")
    with pytest.raises(UserError, match="no commit was made"):
        call("apply", "last", "--commit")
    assert git(place.project, "rev-list", "--count", "HEAD") == "1\n"
    call("undo", "last")
    assert place.read() == CODE


def test_a_branch_that_the_user_removed_does_not_stand_in_the_way(place: Place) -> None:
    call("apply", "last")
    call("apply", "last", "--branch", "fx")
    git(place.project, "branch", "-D", "fx")
    call("undo", "last")
    call("undo", "last")
    assert place.read() == CODE
