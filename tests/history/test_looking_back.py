"""`show`, `diff` and `fork`: what a run did, step by step, and another way from there."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from past_run import CODE, FIXED, Place, call, git

from verdigris.errors import UserError


def steps(place: Place, run: str = "last") -> list[dict[str, object]]:
    held: list[dict[str, object]] = json.loads(call("show", run, "--json"))["folder"]["moments"]
    return held


def number(place: Place, step: str, iteration: int) -> str:
    return str(
        next(s["number"] for s in steps(place) if (s["step"], s["iteration"]) == (step, iteration))
    )


def test_the_story_of_a_run(place: Place) -> None:
    told = call("show", place.run_id[:-2])
    for said in (
        "Make the failing tests pass.", str(place.project), "Iteration 1", "Iteration 2",
        "reproduce", "decide", "1 of 2 failing tests pass", "green: 2 fixed", str(place.folder),
        "+    return sum(values)",
    ):  # fmt: skip
        assert said in told
    assert "applied" not in told
    call("apply", "last")
    call("undo", "last")
    told = call("show", "last")
    assert "applied 20" in told and "undone 20" in told


def test_steps_are_numbered_through(place: Place) -> None:
    found = steps(place)
    assert [s["number"] for s in found] == list(range(1, len(found) + 1))
    assert [s["step"] for s in found][:8] == [
        "reproduce", "plan", "retrieve", "audit", "patch", "apply", "check", "execute",
    ]  # fmt: skip
    assert [s["iteration"] for s in found] == [1] * 11 + [2] * (len(found) - 11)


def test_every_change_is_a_commit_with_its_verdict_and_cost(place: Place) -> None:
    repo = place.folder / "workspace" / "repo.git"
    trailers = "%(trailers:key=Verdigris-{},valueonly,separator=)"
    names = ("Run", "Iteration", "Step", "Origin", "Verdict", "Tokens", "Cost", "Seconds")
    form = "|".join(trailers.format(name) for name in names)
    rows = git(repo, "log", "--all", "--no-walk", f"--format={form}").splitlines()
    tried = sorted(row.split("|") for row in rows if row.strip("|"))
    by_iteration = {row[1]: row for row in tried}
    assert by_iteration["1"][0] == place.run_id
    assert by_iteration["1"][2:5] == ["apply", "fast", "progress: still failing: "
                                      "test_stats.py::test_mean"]  # fmt: skip
    assert by_iteration["2"][4] == "green"
    assert 0 < int(by_iteration["1"][5]) < int(by_iteration["2"][5])
    assert float(by_iteration["2"][6]) == 0 and float(by_iteration["2"][7]) > 0


def test_the_whole_diff_is_a_patch_that_git_takes(place: Place) -> None:
    command = [Path(sys.executable).with_name("verdigris"), "diff", "last"]
    patch = subprocess.run(command, capture_output=True, check=True).stdout
    subprocess.run(["git", "apply"], cwd=place.project, input=patch, check=True)
    assert place.read() == FIXED


def test_the_diff_of_one_step(place: Place) -> None:
    first = call("diff", "last", number(place, "apply", 1))
    assert "-    return -sum(values)" in first and "len(values) + 1" not in first.replace(
        " ret", ""
    )
    second = call("diff", "last", number(place, "execute", 2))
    assert "+    return total(values) / len(values)" in second and "-sum" not in second
    assert call("diff", "last", "--name-only") == "stats.py\n"
    assert "stats.py | 4 ++--" in call("diff", "last", "--stat")


def test_a_step_without_a_change_says_where_there_is_one(place: Place) -> None:
    with pytest.raises(UserError, match=r"no change yet at step 3 \(retrieve\)") as caught:
        call("diff", "last", "3")
    assert f"verdigris diff {place.run_id} 5" in caught.value.hint
    with pytest.raises(UserError, match="There is no step 99"):
        call("diff", "last", "99")
    with pytest.raises(UserError, match="There is no run nothing"):
        call("diff", "nothing")


def test_a_fork_goes_its_own_way_and_stands_alone(place: Place) -> None:
    at = number(place, "decide", 1)
    told = json.loads(call("fork", "last", at, "--json"))
    assert told["status"] == "green" and told["iterations"] == 2
    assert told["run_id"] != place.run_id
    forked = json.loads(call("show", told["run_id"], "--json"))["folder"]
    assert forked["forked_from"] == {"run_id": place.run_id, "step": int(at)}
    assert forked["moments"][0]["step"] == "plan" and forked["moments"][0]["iteration"] == 2
    shutil.rmtree(place.folder)
    assert "+    return sum(values)" in call("diff", told["run_id"])
    call("apply", told["run_id"])
    assert place.read() == FIXED


def test_a_run_that_was_green_cannot_be_forked_at_its_end(place: Place) -> None:
    with pytest.raises(UserError, match="was green") as caught:
        call("fork", "last", str(len(steps(place))))
    assert f"verdigris fork {place.run_id} 3" in caught.value.hint
    assert len(list((place.data / "runs").iterdir())) == 1
    assert place.read() == CODE
