"""`verdigris memory forget --with-runs`: nothing of a run is left, and nothing else is touched."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import insert
from typer.testing import CliRunner, Result

from memory.test_memory_command import card, fault, put, run, said
from verdigris.cli.main import app
from verdigris.core.task import Task
from verdigris.edits.journal import Desk, Swap, open_journal
from verdigris.edits.switch import switch
from verdigris.engine.runs import only_one
from verdigris.settings import load
from verdigris.store.database import Database
from verdigris.store.tables import RunRow

WORD = "xylophone"


def verdigris(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def data() -> Path:
    return load().settings.paths.data


def holding(word: str) -> list[str]:
    """Return the files of Verdigris that hold a word, in their bytes or in their names."""
    files = [path for path in data().rglob("*") if path.is_file()]
    return [str(path) for path in files if word in str(path) or word.encode() in path.read_bytes()]


def record(*names: str, root: str = "/p") -> None:
    """Leave what a run leaves, in its folder and in the database."""

    async def rows() -> None:
        async with await Database.open(load().settings.database_url) as database:
            known = {"job": "fix", "goal": WORD, "root": root, "started_at": 1, "updated_at": 1}
            given = [{"id": name, **known} for name in names]
            await database.transact(lambda connection: connection.execute(insert(RunRow), given))

    asyncio.run(rows())
    for name in names:
        folder = data() / "runs" / name
        folder.mkdir(parents=True)
        (folder / "events.jsonl").write_text(WORD)


def folders() -> set[str]:
    return {path.name for path in (data() / "runs").iterdir()}


def test_of_a_run_that_is_forgotten_with_its_record_no_byte_is_left(
    tmp_path: Path, lean_python: Path
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "adding.py").write_text(f"def {WORD}(a, b):\n    return a - b\n")
    (project / "test_adding.py").write_text(
        f"from adding import {WORD}\n\n\ndef test_sum():\n    assert {WORD}(2, 3) == 5\n"
    )
    done = verdigris("fix", str(project), "--no-llm", "--python", str(lean_python), "--apply")
    assert done.exit_code == 0, done.output
    [kept] = said("search")["cards"]
    [run_id] = folders()

    assert f"memory forget --run {run_id} --with-runs" in run("forget", kept["id"]).output
    assert said("search")["cards"] == [] and holding(WORD), "the run's record says it still"

    asked = run("forget", "--run", run_id, "--with-runs", input="n\n")
    assert asked.exit_code == 1 and folders() == {run_id}
    assert f"{run_id} fix of {project}: {data()}/runs/{run_id} and its rows" in asked.output
    assert "`undo` cannot take it back" in asked.output

    gone = said("forget", "--run", run_id, "--with-runs", "--yes")["forgotten"]
    assert gone == {"cards": 0, "templates": 0, "runs": 1}
    assert holding(WORD) == [] and folders() == set()
    assert "No runs yet" in verdigris("runs").output
    assert "a + b" in (project / "adding.py").read_text(), "what was written is the user's"
    assert "There is no run" in str(fault("forget", "--run", run_id))


def test_a_card_goes_with_its_own_run_alone() -> None:
    put(card(1), card(2))
    record("run-1", "run-2")
    assert said("forget", "1c0ffee", "--with-runs", "--yes")["forgotten"]["runs"] == 1
    assert folders() == {"run-2"}
    assert [one["id"] for one in said("search")["cards"]] == ["2c0ffee"]
    assert "run-2" in verdigris("runs").output and "run-1" not in verdigris("runs").output


def test_a_card_goes_with_every_run_that_found_the_same_in_its_project(tmp_path: Path) -> None:
    mine = str(tmp_path.resolve())
    first = card(1, root=mine)
    again, elsewhere = (
        first.model_copy(
            update={"id": f"{name}0", "run_id": name, "project": Task(root=root).project}
        )
        for name, root in (("run-2", mine), ("run-3", "/other"))
    )
    put(first, again, elsewhere, taught=(first, again))
    record("run-1", "run-2", root=mine)
    record("run-3", root="/other")
    [kept] = said("search")["cards"]
    assert kept["uses"]["green"] == 3, "one card, and three runs that it stands for"
    gone = said("forget", kept["id"], "--with-runs", "--yes")["forgotten"]
    assert gone["runs"] == 2 and folders() == {"run-3"}
    assert gone["templates"] > 0 and said("stats")["templates"] == 0, "run-2 had taught them too"


def test_what_a_run_taught_that_has_no_card_of_its_own_goes_with_it() -> None:
    first = card(1)
    again = first.model_copy(update={"id": "20", "run_id": "run-2"})
    put(first, again, taught=(again,))
    record("run-1", "run-2")
    gone = said("forget", "--run", "run-2", "--with-runs", "--yes")["forgotten"]
    assert gone["cards"] == 0 and gone["templates"] > 0 and said("stats")["templates"] == 0
    left = said("stats")
    assert (left["cards"], left["searches"]) == (1, 1), "what the other run found stays"


def test_with_a_project_all_its_runs_go_and_with_all_every_one(tmp_path: Path) -> None:
    mine = str(tmp_path.resolve())
    put(card(1, root=mine), card(2))
    record("run-1", "taught-nothing", root=mine)
    record("run-2", "other")
    words = ("forget", "--project", mine, "--with-runs", "--yes")
    assert said(*words)["forgotten"]["runs"] == 2 and folders() == {"run-2", "other"}
    (data() / "runs" / "261115-031500-a1b2c3").mkdir()  # unknown to the database
    (data() / "runs" / "experiments").mkdir()
    assert said("forget", "--all", "--with-runs", "--yes")["forgotten"]["runs"] == 3
    assert folders() == {"experiments"}, "what stands beside the runs is not ours"
    assert holding(WORD) == []


def test_only_what_was_shown_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    record("run-1")

    def agree(*_: object, **__: object) -> None:
        record("begun-meanwhile")

    monkeypatch.setattr("typer.confirm", agree)
    done = run("forget", "--all", "--with-runs")
    assert "run-1" in done.output and "begun-meanwhile" not in done.output
    assert folders() == {"begun-meanwhile"}


def test_who_is_asked_is_shown_what_would_go_also_beside_json() -> None:
    record("run-1")
    asked = run("forget", "--all", "--with-runs", "--json", input="n\n")
    assert "runs/run-1 and its rows" in asked.stderr and "runs" not in asked.stdout
    assert folders() == {"run-1"}


def test_what_stays_is_named_by_options_that_remove_all_of_it(tmp_path: Path) -> None:
    mine = str(tmp_path.resolve())
    put(card(1, root=mine), card(2))
    record("run-1", "taught-nothing", root=mine)
    record("run-2")
    for options in (("--project", mine), ("--all",)):
        told = run("forget", *options, "--yes").output
        assert f"forget {' '.join(options)} --with-runs" in told
        said("forget", *options, "--with-runs", "--yes")
    assert folders() == set()


@pytest.mark.parametrize("known", [True, False])
def test_a_run_that_left_files_half_written_is_not_removed_before_that_is_told(
    known: bool, tmp_path: Path
) -> None:
    name, project = "261115-031500-a1b2c3", tmp_path.resolve() / "project"
    project.mkdir()
    (project / "a.py").write_text("old\n")
    if known:
        record(name, root=str(project))
    _cut_off(project, Desk(data() / "runs" / name, data()))
    assert (project / "a.py").read_text() == "new\n"

    told = fault("forget", "--all", "--with-runs", "--yes")
    assert "had been cut off; it was taken back" in str(told) and str(project) in told.hint
    assert (project / "a.py").read_text() == "old\n" and folders() == {name}
    assert said("forget", "--all", "--with-runs", "--yes")["forgotten"]["runs"] == 1
    assert folders() == set()


def _cut_off(project: Path, desk: Desk) -> None:
    """Leave a change of a file as a kill leaves it that comes before its last step."""

    def stop(at: str) -> Callable[[str], None]:
        def on_step(step: str) -> None:
            if step == at:
                raise KeyboardInterrupt

        return on_step

    swap = Swap("a.py", project / "a.py", b"old\n", b"new\n")
    with (
        pytest.raises(KeyboardInterrupt),
        open_journal(project, Desk(desk.run, desk.data, stop("recorded"))) as journal,
    ):
        journal.write([swap], "apply")
    with pytest.raises(KeyboardInterrupt):
        switch(str(desk.run / "writes" / "001"), stop("swapped"))


def test_what_a_kill_left_half_removed_is_removed_by_doing_it_again() -> None:
    put(card(1))
    record("run-1")
    (data() / "runs" / "run-1" / "events.jsonl").unlink()
    (data() / "runs" / "run-1").rmdir()
    assert said("forget", "1c0ffee", "--with-runs", "--yes")["forgotten"]["runs"] == 1
    assert holding(WORD) == []


def test_a_run_that_is_being_worked_on_is_left_alone_with_its_card() -> None:
    put(card(1))
    record("run-1")
    with only_one(data() / "runs" / "run-1"):
        refused = fault("forget", "1c0ffee", "--with-runs", "--yes")
    assert "run-1 is being worked on" in str(refused) and refused.hint
    assert folders() == {"run-1"} and said("search")["cards"]


@pytest.mark.parametrize("name", ["../../precious", "..", "/tmp", "."])
def test_a_card_cannot_name_a_folder_elsewhere(name: str, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (data() / "runs").mkdir(parents=True)
    put(card(1).model_copy(update={"run_id": name}))
    assert said("forget", "1c0ffee", "--with-runs", "--yes")["forgotten"]["runs"] == 0
    assert precious.is_dir() and (data() / "runs").is_dir()


def test_on_a_server_the_runs_of_other_machines_stay(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERDIGRIS_STORE__URL", postgres_url)
    mine = str(tmp_path.resolve())
    record("theirs", root=mine)
    (data() / "runs" / "theirs").rename(tmp_path / "elsewhere")
    put(card(1, root=mine).model_copy(update={"run_id": "theirs"}))
    record("mine", root=mine)
    asked = run("forget", "--all", "--with-runs", input="n\n").output
    assert "memory of everyone who shares it" in asked and "theirs" not in asked
    assert said("forget", "--project", mine, "--with-runs", "--yes")["forgotten"]["runs"] == 1
    assert said("forget", "--all", "--with-runs", "--yes")["forgotten"]["runs"] == 0
    assert said("forget", "--run", "theirs", "--with-runs", "--yes")["forgotten"]["runs"] == 1


def test_a_folder_that_is_no_runs_cannot_be_named_as_one() -> None:
    (data() / "runs" / "experiments").mkdir(parents=True)
    assert "no run experiments" in str(fault("forget", "--run", "experiments", "--with-runs"))
    assert folders() == {"experiments"}


def test_runs_are_of_this_machine() -> None:
    assert "of this machine" in str(fault("forget", "abc", "--shared", "--with-runs"))
