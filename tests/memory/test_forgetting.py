"""Forgetting, with others: each machine takes back what is its own, everywhere, and only that."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, event

from conformance.test_memory_store import SIGNATURE, change
from memory.test_delivering import BOUNDARY, Machine, letters, machine, owned, tell_of_a_run
from verdigris.core.template import Learned, Provenance, Tallies
from verdigris.memory import keeping
from verdigris.memory.patterns_sql import SqlPatterns
from verdigris.memory.shared.letters import Sender, post_all
from verdigris.memory.shared.targets import unsent
from verdigris.memory.sql import SqlMemoryStore
from verdigris.store.database import Database
from verdigris.store.outbox import Letter, deliver

SAME = change("x = 'the same fix'\n")


async def there(one: Machine) -> dict[str, tuple[int, int]]:
    """The cards of the shared memory with how often they went green and red."""
    database = await one.shared.database()
    found = [await keeping.get(database, card.id) for card in await keeping.every(database)]
    return {seen.card.id: (seen.uses.green, seen.uses.red) for seen in found}


async def test_what_others_found_out_too_stays_when_one_machine_forgets(tmp_path: Path) -> None:
    async with machine(tmp_path, "ann") as ann, machine(tmp_path, "bob") as bob:
        await tell_of_a_run(ann, owned("ann", 1, made=SAME, root_cause="a word of Ann's"))
        await ann.deliver()
        await tell_of_a_run(bob, owned("bob", 1, made=SAME))
        await bob.deliver()
        assert await there(ann) == {"ann:1": (2, 0)}
        await keeping.forget(ann.database, [owned("ann", 1)])
        await ann.deliver()
        assert await there(ann) == {"ann:1": (1, 0)}, "Bob found the same fix"
        database = await ann.shared.database()
        assert (await keeping.get(database, "ann:1")).card.root_cause == ""
        assert [kept.sources for kept in await SqlPatterns(database).kept()] == [1]
        store = SqlMemoryStore(database)
        assert await store.misses(SIGNATURE, "v") == {b"12345678"}, "Bob's search"
        await keeping.forget(bob.database, [owned("bob", 1)])
        await bob.deliver()
        assert await there(bob) == {}, "now nobody knows it"
        assert await SqlPatterns(database).kept() == []
        assert await store.misses(SIGNATURE, "v") == frozenset()


async def test_who_told_second_takes_back_a_count_with_all_later_uses(tmp_path: Path) -> None:
    async with machine(tmp_path, "ann") as ann, machine(tmp_path, "bob") as bob:
        await ann.memory.put(owned("ann", 1, made=SAME))
        await ann.deliver()
        await bob.memory.put(owned("bob", 1, made=SAME))
        for number in range(2):
            await bob.memory.used("bob:1", f"run later {number}", green=False)
        await bob.deliver()
        assert await there(ann) == {"ann:1": (2, 2)}
        await keeping.forget(bob.database, [owned("bob", 1)])
        await bob.deliver()
        assert await there(ann) == {"ann:1": (1, 0)}


async def test_a_later_run_that_recalled_a_card_keeps_what_it_learned(tmp_path: Path) -> None:
    async with machine(tmp_path, "ann") as ann:
        first, later = owned("ann", 1), owned("later", 1)
        await ann.memory.put(first)
        await tell_of_a_run(ann, later)
        await ann.memory.used(first.id, "run later 1", green=True, exact=False)
        assert await keeping.forget(ann.database, [first]) == 0
        [kept] = await ann.patterns.kept()
        assert (kept.template, kept.sources) == (BOUNDARY, 1)
        assert await ann.memory.misses(SIGNATURE, "v") == {b"12345678"}


async def test_forgetting_everything_sends_nothing_of_it_afterwards(tmp_path: Path) -> None:
    async with machine(tmp_path, "ann") as ann:
        await tell_of_a_run(ann, owned("ann", 1))
        commit = Provenance(key="commit 123", at=1.0)
        await ann.patterns.learn([Learned(template=BOUNDARY, shape="s", sources=(commit,))])
        await keeping.forget_all(ann.database, target="team")
        assert [kind for kind, _ in letters(tmp_path, "ann")] == ["forget"]
        await ann.deliver()
        assert await there(ann) == {}
        assert await SqlPatterns(await ann.shared.database()).kept() == []


async def test_a_template_of_several_runs_is_told_without_the_one_that_is_forgotten(
    tmp_path: Path,
) -> None:
    async with machine(tmp_path, "ann") as ann:
        await ann.memory.put(owned("ann", 1))
        both = tuple(Provenance(key=f"run ann {n}", at=1.0) for n in (1, 2))
        await ann.patterns.learn([Learned(template=BOUNDARY, shape="s", sources=both)])
        await keeping.forget(ann.database, [owned("ann", 1)], target="team")
        assert not any('"run ann 1"' in said for kind, said in letters(tmp_path, "ann")
                       if kind != "forget")  # fmt: skip
        await ann.deliver()
        [kept] = await SqlPatterns(await ann.shared.database()).kept()
        assert kept.sources == 1


async def test_forgetting_an_imported_card_takes_nothing_from_who_made_it(tmp_path: Path) -> None:
    async with machine(tmp_path, "ann") as ann, machine(tmp_path, "bob") as bob:
        await tell_of_a_run(ann, owned("ann", 1))
        await ann.deliver()
        theirs = owned("ann", 1, foreign=True)
        await bob.memory.put(theirs)
        await keeping.forget(bob.database, [theirs], target="team")
        assert letters(tmp_path, "bob") == []
        assert await there(ann) == {"ann:1": (1, 0)}


async def test_a_memory_that_is_not_configured_any_more_is_told_too(tmp_path: Path) -> None:
    async with machine(tmp_path, "ann") as ann:
        await ann.memory.put(owned("ann", 1))
        await ann.deliver()
        await keeping.forget(ann.database, [owned("ann", 1)], target="the new one")
        async with ann.database.read() as connection:
            assert await connection.run_sync(unsent, "the new one") == {"team": 1}
        await ann.deliver()
        assert await there(ann) == {}


async def test_nobody_is_told_where_nobody_ever_was(tmp_path: Path) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        await SqlMemoryStore(database).put(owned("ann", 1))
        await keeping.forget(database, [owned("ann", 1)])
        async with database.read() as connection:
            assert await connection.run_sync(unsent) == {}


async def test_forgetting_many_cards_looks_at_the_letters_a_few_times(tmp_path: Path) -> None:
    """Each card once would be quadratic: counted, since a clock would tell the machine's speed."""
    cards = [owned("ann", number) for number in range(60)]
    asked: list[str] = []
    async with machine(tmp_path, "ann") as ann:
        for card in cards:
            await ann.memory.put(card)
            key = f"run ann {card.iteration}"
            await ann.patterns.tally(key, Tallies(kind="KeyError", counts={"op": (1, 0)}))

        def hear(*given: object) -> None:
            asked.append(str(given[2]))

        event.listen(Connection, "before_cursor_execute", hear)
        try:
            await keeping.forget(ann.database, cards, target="team")
        finally:
            event.remove(Connection, "before_cursor_execute", hear)
    about = [one for one in asked if "outbox" in one and not one.startswith("INSERT")]
    assert 0 < len(about) < 10, about
    assert [kind for kind, _ in letters(tmp_path, "ann")] == ["forget"] * 60


async def test_a_forget_letter_of_an_earlier_version_is_understood(tmp_path: Path) -> None:
    async with machine(tmp_path, "ann") as ann:
        await ann.memory.put(owned("ann", 1))
        await ann.deliver()
        said = {"card": "ann:1", "key": "run ann 1"}
        await ann.shared.receive([Letter(number=1, key="card ann:1", kind="forget", payload=said)])
        assert await there(ann) == {}
        done = await deliver(ann.database, "team", ann.shared.receive)
        assert done.left == 0


def mined(*commits: str) -> Learned:
    sources = tuple(Provenance(key=f"commit {one}", at=1.0, weight=0.5) for one in commits)
    return Learned(template=BOUNDARY, shape="s", sources=sources)


async def test_a_forgotten_template_stays_for_who_learned_it_elsewhere(tmp_path: Path) -> None:
    async with machine(tmp_path, "ann") as ann, machine(tmp_path, "bob") as bob:
        await ann.patterns.learn([mined("a", "b")])
        await bob.patterns.learn([mined("b", "c")])
        await ann.deliver()
        await bob.deliver()
        shared = SqlPatterns(await ann.shared.database())
        assert [one.sources for one in await shared.kept()] == [3]
        assert await ann.patterns.forget(BOUNDARY.id)
        await ann.deliver()
        assert [one.sources for one in await shared.kept()] == [1]
        assert [one.sources for one in await SqlPatterns(bob.database).kept()] == [2]
        await bob.patterns.forget(BOUNDARY.id)
        await bob.deliver()
        assert await shared.kept() == []


async def test_a_template_that_is_forgotten_before_it_was_told_is_never_told(
    tmp_path: Path,
) -> None:
    async with machine(tmp_path, "ann") as ann:
        await ann.patterns.learn([mined("a")])
        await ann.patterns.forget(BOUNDARY.id)
        assert "learned" not in [kind for kind, _ in letters(tmp_path, "ann")]


async def test_forgetting_everything_takes_back_what_commits_taught(tmp_path: Path) -> None:
    async with machine(tmp_path, "ann") as ann, machine(tmp_path, "bob") as bob:
        await ann.patterns.learn([mined("a")])
        await ann.deliver()
        await bob.patterns.learn([mined("c")])
        await bob.deliver()
        await keeping.forget_all(ann.database)
        await ann.deliver()
        [left] = await SqlPatterns(await ann.shared.database()).kept()
        assert left.sources == 1


async def test_templates_that_were_learned_before_are_told_on_request_but_not_private_ones(
    tmp_path: Path,
) -> None:
    async with machine(tmp_path, "ann") as ann:
        private = owned("ann", 1, scope="repository", project="p")
        await SqlMemoryStore(ann.database).put(private)
        both = (Provenance(key="run ann 1", at=1.0), Provenance(key="commit a", at=1.0))
        before = SqlPatterns(ann.database)
        await before.learn([Learned(template=BOUNDARY, shape="s", sources=both)])
        assert letters(tmp_path, "ann") == []
        await ann.database.transact(lambda c: post_all(c, Sender(target="team")))
        await ann.deliver()
        [kept] = await SqlPatterns(await ann.shared.database()).kept()
        assert (kept.template, kept.sources) == (BOUNDARY, 1), "the commit alone"
        assert await there(ann) == {}
