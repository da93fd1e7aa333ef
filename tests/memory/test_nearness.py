"""Cards by how their failure reads: who may see them, what is left out, and an index that lags."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from verdigris.core.change import Change, make_change
from verdigris.core.lesson import Card, Scope
from verdigris.core.signature import Signature
from verdigris.errors import ModelUnavailable
from verdigris.memory import keeping
from verdigris.memory.in_memory import InMemoryStore
from verdigris.memory.likeness.comparing import forget_vectors, index
from verdigris.memory.likeness.near_sql import SqlFailures
from verdigris.memory.likeness.nearness import Nearness
from verdigris.memory.likeness.wording import definition, of_card, of_failure
from verdigris.memory.modes import ShuffledMemory
from verdigris.memory.sql import SqlMemoryStore
from verdigris.settings import Settings
from verdigris.settings.tree import Memory, Paths
from verdigris.store.database import Database
from verdigris.vectors.base import Vector
from verdigris.vectors.hashed import HashedEmbedder
from verdigris.vectors.in_memory import InMemoryIndex
from verdigris.vectors.sqlite_vec import beside

Store = InMemoryStore | SqlMemoryStore
CODE = "def {name}(items, n):\n    return items[{index}]\n"
ASKED = "IndexError: list index out of range\ntest tail in tail\ndef tail(items, n):"


def change(name: str, number: int) -> Change:
    before = CODE.format(name=name, index=number)
    made = make_change({"a.py": before}, {"a.py": before.replace("]", " - 1]")}, "search")
    assert made is not None
    return made


def card(
    number: int,
    what: str = "IndexError: list index out of range",
    *,
    green: bool = True,
    scope: Scope = "user",
    project: str = "here",
    foreign: bool = False,
    name: str = "",
) -> Card:
    name = name or f"tail_{'abcdefghij'[number % 10]}"
    return Card(
        id=f"c{number}",
        run_id=f"r{number}",
        iteration=1,
        signature=Signature(
            exception=what.partition(":")[0],
            shape=what,
            test=f"test_a.py::test_{name}",
            place=f"a.py:{name}",
        ),
        green=green,
        summary=f"card {number}",
        change=change(name, number),
        project=project,
        scope=scope,
        foreign=foreign,
    )


@pytest.fixture(params=["in_memory", "sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "in_memory":
        yield InMemoryStore("here", embedder=HashedEmbedder())
        return
    url = f"sqlite:///{tmp_path}/a.db"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
    async with await Database.open(url) as database:
        embedder = HashedEmbedder()
        nearness = Nearness.of(embedder, index(database, embedder))
        yield SqlMemoryStore(database, "here", nearness=nearness)
        await nearness.close()


async def ids(store: Store, text: str = ASKED, limit: int = 3) -> list[str]:
    return [near.card.id for near in await store.nearest(text, limit)]


async def test_the_likest_come_first(store: Store) -> None:
    assert await store.nearest(ASKED) == []
    await store.put(card(1, "KeyError: 'x'", name="look"))
    await store.put(card(2))
    await store.put(card(3, "UnicodeDecodeError: invalid start byte", name="decode"))
    found = await store.nearest(ASKED, 3)
    assert found[0].card.id == "c2" and found[0].card == card(2)
    assert 1 >= found[0].nearness > found[1].nearness >= found[2].nearness >= 0
    assert await ids(store, limit=1) == ["c2"]
    assert await ids(store, of_card(card(1, "KeyError: 'x'", name="look")), 1) == ["c1"]


async def test_what_did_not_help_or_may_not_be_seen_is_left_out(
    store: Store,
) -> None:
    await store.put(card(1, green=False))
    await store.put(card(2, scope="repository", project="elsewhere"))
    await store.put(card(3, scope="repository"))
    await store.put(card(4, foreign=True))
    await store.put(card(5))
    for key in ("x", "y"):
        await store.used("c5", key, green=False, exact=False)
    assert set(await ids(store, limit=9)) == {"c3", "c4"}


async def test_cards_that_may_not_be_seen_do_not_crowd_out_those_that_may(
    store: Store,
) -> None:
    if isinstance(store, SqlMemoryStore):
        for number in range(40):
            await store.put(card(number, scope="repository", project="elsewhere"))
            await store.put(card(100 + number, green=False))
    await store.put(card(500, name="far_away_from_it"))
    assert await ids(store) == ["c500"]


async def test_a_placebo_gets_as_many_of_other_failures(
    store: Store,
) -> None:
    for number in range(3):
        await store.put(card(number))
    await store.put(card(7, "KeyError: 'x'", name="look"))
    right, wrong = await store.nearest(ASKED, 1), await ShuffledMemory(store).nearest(ASKED, 1)
    assert len(wrong) == 1 and wrong[0].nearness == right[0].nearness
    assert wrong[0].card.id != right[0].card.id


class Broken:
    name, dimension = "broken", 384

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        raise ModelUnavailable("The embedder is away.")


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        yield database


def settings(tmp_path: Path, embedder: str = "hashed") -> Settings:
    return Settings(
        memory=Memory(embedder=embedder), paths=Paths(data=tmp_path, cache=tmp_path / "c")
    )


async def test_an_embedder_that_fails_costs_the_look_up_and_nothing_else(
    database: Database,
) -> None:
    nearness = Nearness.of(Broken(), InMemoryIndex())
    store = SqlMemoryStore(database, nearness=nearness)
    await store.put(card(1))
    assert await store.nearest(ASKED) == []
    assert nearness.trouble == "The embedder is away."
    assert await store.by_signature(card(1).signature) == [card(1)]


class Picky(HashedEmbedder):
    """Refuses one text, and every request in which it is."""

    def __init__(self) -> None:
        self.asked = 0

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.asked += 1
        if any("swearword" in text for text in texts):
            raise ModelUnavailable("The embedder does not like a text.")
        return await super().embed(texts)


async def test_a_text_that_the_embedder_refuses_costs_no_other_its_vector(
    database: Database,
) -> None:
    picky, where = Picky(), InMemoryIndex()
    nearness = Nearness.of(picky, where)
    store = SqlMemoryStore(database, nearness=nearness)
    for number in range(12):
        await store.put(card(number, name="swearword" if number == 11 else f"tail_{'x' * number}"))
    assert len(await store.nearest(ASKED)) == 3 and nearness.trouble == ""
    assert await where.count() == 11
    assert await nearness.catch_up(SqlFailures(database)) == 1, "it is said to be missing"
    before = picky.asked
    assert len(await store.nearest(ASKED)) == 3
    assert picky.asked == before, "neither it nor the same question is asked again"


class Away(HashedEmbedder):
    def __init__(self) -> None:
        self.asked = 0

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.asked += 1
        raise ModelUnavailable("The embedder is away.", transient=True)


async def test_an_embedder_that_is_away_is_left_out_for_a_while(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = Away()
    nearness = Nearness.of(away, InMemoryIndex())
    store = SqlMemoryStore(database, nearness=nearness)
    await store.put(card(1))
    for _ in range(3):
        assert await store.nearest(ASKED) == [] and "is away" in nearness.trouble
    assert away.asked == 1
    monkeypatch.setattr("verdigris.memory.likeness.nearness.LEFT_OUT", 0.0)
    other = SqlMemoryStore(database, nearness=Nearness.of(away, InMemoryIndex()))
    for _ in range(2):
        await other.nearest(ASKED)
    assert away.asked == 3


class Slow(HashedEmbedder):
    """Takes so long, by the clock that is looked at, that little fits into one look-up."""

    def __init__(self, name: str) -> None:
        self.name = name  # type: ignore[misc]
        self.embedded = 0

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.embedded += len(texts)
        return await super().embed(texts)


async def test_an_index_catches_up_a_little_with_each_look_up(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verdigris.memory.likeness.nearness.SECONDS", 0.000001)
    slow, where = Slow("slow"), InMemoryIndex()
    store = SqlMemoryStore(database, nearness=Nearness.of(slow, where))
    for number in range(30):
        await store.put(card(number, name=f"tail_{chr(97 + number % 26)}{number // 26 * 'x'}"))
    counts = []
    for _ in range(5):
        await store.nearest(ASKED)
        counts.append(await where.count())
    assert counts == [8, 16, 24, 30, 30]
    await store.put(card(99, name="new_one"))
    await store.nearest(ASKED)
    assert await where.count() == 31


async def test_another_embedder_makes_all_vectors_anew(database: Database, tmp_path: Path) -> None:
    for number in range(3):
        await SqlMemoryStore(database).put(card(number))
    for name in ("one", "two"):
        slow = Slow(name)
        where = index(database, slow)
        nearness = Nearness.of(slow, where)
        await SqlMemoryStore(database, nearness=nearness).nearest(ASKED)
        assert slow.embedded == 3 + 1, name
        assert await nearness.count() == 3
        await nearness.close()


async def test_forgetting_reaches_the_vectors_and_the_words(
    database: Database, tmp_path: Path
) -> None:
    embedder = HashedEmbedder()
    where = index(database, embedder)
    store = SqlMemoryStore(database, nearness=Nearness.of(embedder, where))
    gone, stays = card(1, name="xylophone"), card(2)
    await store.put(gone)
    await store.put(stays)
    await store.nearest(ASKED)
    await where.close()
    path = beside(tmp_path / "a.db")
    assert gone.signature.key.encode() in path.read_bytes()
    await keeping.forget(database, [gone])
    await forget_vectors(settings(tmp_path), database)
    everything = b"".join(one.read_bytes() for one in tmp_path.glob("a.db*"))
    assert gone.signature.key.encode() not in everything and b"xylophone" not in everything
    assert stays.signature.key.encode() in path.read_bytes()


@pytest.mark.parametrize("name", ["off", "minilm"])
async def test_forgetting_where_vectors_cannot_be_made_takes_the_file_away(
    database: Database, tmp_path: Path, name: str
) -> None:
    embedder = HashedEmbedder()
    where = index(database, embedder)
    store = SqlMemoryStore(database, nearness=Nearness.of(embedder, where))
    await store.put(card(1))
    await store.nearest(ASKED)
    await where.close()
    await keeping.forget(database, [card(1)])
    await forget_vectors(settings(tmp_path, name), database)
    assert not beside(tmp_path / "a.db").exists()


async def test_a_failure_that_is_forgotten_while_it_is_embedded_leaves_no_vector(
    database: Database,
) -> None:
    class Meanwhile(HashedEmbedder):
        async def embed(self, texts: Sequence[str]) -> list[Vector]:
            if len(texts) == 2:
                await keeping.forget(database, [card(1)])
            return await super().embed(texts)

    where = InMemoryIndex()
    for number in (1, 2):
        await SqlMemoryStore(database).put(card(number))
    await Nearness.of(Meanwhile(), where).catch_up(SqlFailures(database))
    assert await where.strays([]) == {card(2).signature.key}


def test_a_card_and_its_failure_read_the_same() -> None:
    one = card(1)
    assert one.change is not None
    files = {edit.path: edit.before or "" for edit in one.change.edits}
    assert of_failure(one.signature, files) == of_card(one)
    in_test = one.signature.model_copy(update={"place": "test_a.py:test_tail"})
    moved = one.model_copy(update={"signature": in_test})
    assert of_failure(in_test, files, ("a.py", "tail_b")) == of_card(moved)
    assert "def tail_b(items, n):" in of_card(moved)


def test_a_file_of_blanks_is_read_as_quickly_as_any() -> None:
    # Where the time grows with the square of the blanks, one of these takes hours.
    blanks = " " * 1_000_000
    for line in (f"{blanks}tail", f"a{blanks}tail x", "a " * 500_000 + "tail"):
        text = f"{line}\ndef tail(items):\n    return items\n\nrest = 1\n"
        assert definition(text, "tail").splitlines()[-2:] == ["def tail(items):", "return items"]


def test_a_credential_in_the_code_is_not_part_of_a_text() -> None:
    # Of such a form that taking its numbers out, or half of it, would leave it unknown.
    key = "sk-ant-" + "9a1B-" * 20
    code = f'def tail(items, n):\n    key = "{key}"\n    return items[n]\n'
    told = of_failure(card(1, name="tail").signature, {"a.py": code})
    assert "return items[n]" in told and "9a1B" not in told and "0a1B" not in told


def test_particulars_are_not_part_of_a_text() -> None:
    one = card(1, "ValueError: <path> has <n> lines at <addr>")
    assert "<" not in of_card(one).splitlines()[0]
    assert "items[0]" in of_card(one), "numbers of the code are one"
