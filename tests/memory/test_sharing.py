"""The shared memory of a run: asked while it answers, whatever becomes of single letters."""

from __future__ import annotations

from pathlib import Path

from conformance.test_memory_store import SIGNATURE
from memory.acting import verdigris
from memory.test_delivering import clone, machine, owned, tell
from verdigris.engine.sharing import Elsewhere
from verdigris.memory.shared.database import SharedDatabase
from verdigris.memory.shared.elsewhere import Careful
from verdigris.memory.shared.letters import Sender
from verdigris.store.database import Database
from verdigris.store.outbox import post


async def test_a_letter_that_is_refused_for_good_does_not_end_the_asking(tmp_path: Path) -> None:
    await tell(tmp_path, "ann", owned("ann", 1))
    said: list[str] = []

    async def say(sentence: str) -> None:
        said.append(sentence)

    shared = SharedDatabase(f"sqlite:///{tmp_path}/team.db")
    there = Elsewhere(Sender(target="team"), Careful(shared, 30.0, say), say)
    async with await Database.open(f"sqlite:///{tmp_path}/bob.db") as database:
        await database.transact(lambda c: post(c, "team", "nonsense", "a", {}))
        for _ in range(2):
            done = await there.deliver(database)
            assert (done.left, done.down) == (1, False)
        assert not there.careful.left_out
        found = await there.careful.ask(lambda store: store.by_signature(SIGNATURE), [])
        assert [card.id for card in found] == ["ann:1"]
    await shared.close()
    [only] = said
    assert only == (
        "the shared memory was not told all: The letter 'a' cannot be read.; 1 letter waits"
    )


async def test_a_memory_that_is_down_is_left_out(tmp_path: Path) -> None:
    said: list[str] = []

    async def say(sentence: str) -> None:
        said.append(sentence)

    shared = SharedDatabase(f"sqlite:///{tmp_path}/team.db")
    there = Elsewhere(Sender(target="team"), Careful(shared, 30.0, say), say)

    async def unreachable(letters: object) -> None:
        raise ConnectionRefusedError("nobody is there")

    shared.receive = unreachable  # type: ignore[method-assign, assignment]
    async with await Database.open(f"sqlite:///{tmp_path}/bob.db") as database:
        await database.transact(lambda c: post(c, "team", "card", "a", {}))
        assert (await there.deliver(database)).down and there.careful.left_out
    assert said == ["nobody is there; 1 letter waits"]


async def test_letters_for_a_memory_that_is_not_configured_are_named(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    async with machine(tmp_path / "data", "verdigris") as ann:
        await ann.memory.put(owned("ann", 1))
    told = verdigris(tmp_path, "memory", "deliver")
    assert told.returncode == 2 and "not configured now: 1 for team" in told.stderr
    assert "not configured now: 1 for team" in verdigris(tmp_path, "doctor", "--json").stdout


def test_a_project_that_was_cloned_from_nowhere_cannot_be_forgotten_by_name(
    tmp_path: Path,
) -> None:
    words = ("memory", "forget", "--project", str(tmp_path), "--shared", "--yes")
    done = verdigris(tmp_path, *words)
    assert done.returncode == 2 and "was not cloned from anywhere" in done.stderr
    project = clone(tmp_path / "cloned", "https://host.example/team/shop.git")
    done = verdigris(tmp_path, *words[:3], str(project), *words[4:])
    assert done.returncode == 2 and "No shared memory is configured" in done.stderr
