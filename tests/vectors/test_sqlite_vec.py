"""The file of vectors: made anew when it is spoilt, and safe among processes."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from verdigris.errors import StoreError
from verdigris.vectors.base import Space, unit
from verdigris.vectors.hashed import HashedEmbedder
from verdigris.vectors.in_memory import InMemoryIndex
from verdigris.vectors.sqlite_vec import SqliteVecIndex, beside

HASHED = Space(HashedEmbedder.name, HashedEmbedder.dimension)
ONE, OTHER = unit([1.0, 0.2, 0.1, 0.0], ""), unit([0.0, 0.1, 0.2, 1.0], "")
SMALL = Space("small", 4)
WIDE = Space("wide", 512)


@asynccontextmanager
async def opened(path: Path, space: Space = SMALL) -> AsyncIterator[SqliteVecIndex]:
    index = SqliteVecIndex(path, space)
    yield index
    await index.close()


def start(path: Path, who: str, rounds: int) -> subprocess.Popen[str]:
    script = Path(__file__).with_name("filling.py")
    words = [sys.executable, str(script), str(path), who, str(rounds)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


async def test_it_lies_beside_the_database_and_is_found_again(tmp_path: Path) -> None:
    path = beside(tmp_path / "data" / "verdigris.db")
    async with opened(path) as index:
        await index.put([("a", ONE), ("b", OTHER)])
    assert path.name == "verdigris.db.vectors" and path.is_file()
    async with opened(path) as index:
        assert [hit.id for hit in await index.nearest(OTHER, 1)] == ["b"]


async def test_another_embedder_empties_it(tmp_path: Path) -> None:
    path = tmp_path / "v"
    async with opened(path) as index:
        await index.put([("a", ONE)])
    for space in (Space("other", 4), Space("other", 3)):
        async with opened(path, space) as index:
            assert await index.count() == 0
            assert await index.lacking(["a"]) == {"a"}
            await index.put([("a", ONE[: space.dimension])])


async def test_an_index_that_lost_its_file_to_another_embedder_mixes_nothing(
    tmp_path: Path,
) -> None:
    path = tmp_path / "v"
    async with opened(path) as mine, opened(path, Space("other", 4)) as theirs:
        await mine.put([("a", ONE)])
        await theirs.put([("b", OTHER)])
        with pytest.raises(StoreError, match="another embedder"):
            await mine.put([("c", ONE)])
        with pytest.raises(StoreError, match="another embedder"):
            await mine.nearest(ONE, 3)
        assert await theirs.strays([]) == {"b"}


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"\0" * 8192, b"x"])
async def test_a_file_that_is_no_database_is_made_anew(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "v"
    path.write_bytes(content)
    async with opened(path) as index:
        await index.put([("a", ONE)])
        assert [hit.id for hit in await index.nearest(ONE, 1)] == ["a"]


async def test_a_damaged_file_is_made_anew_while_it_is_in_use(tmp_path: Path) -> None:
    path = tmp_path / "v"
    async with opened(path, HASHED) as index:
        vectors = await HashedEmbedder().embed([f"text {n}" for n in range(200)])
        await index.put([(f"k{n}", vector) for n, vector in enumerate(vectors)])
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(path.stat().st_size - 4096))
    async with opened(path, HASHED) as index:
        missing = await index.lacking(["k1"])
        await index.put([("k1", vectors[1])])
        assert missing == {"k1"}
        assert [hit.id for hit in await index.nearest(vectors[1], 1)] == ["k1"]


async def test_a_database_of_somebody_else_is_not_built_upon(tmp_path: Path) -> None:
    path = tmp_path / "v"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE codes (something TEXT)")
        connection.execute("INSERT INTO codes VALUES ('else')")
    async with opened(path) as index:
        await index.put([("a", ONE)])
        assert await index.count() == 1
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert b"else" not in path.read_bytes()


async def test_a_file_that_is_deleted_under_its_feet_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "v"
    async with opened(path) as index:
        await index.put([("a", ONE)])
        path.unlink()
        await index.put([("b", OTHER)])
        assert [hit.id for hit in await index.nearest(OTHER, 1)] == ["b"]
        assert path.is_file()


@pytest.mark.parametrize("left", [0, 100, 4096, 9000])
async def test_a_file_that_is_emptied_or_cut_while_it_is_in_use_is_made_anew(
    tmp_path: Path, left: int
) -> None:
    path = tmp_path / "v"
    vectors = await HashedEmbedder().embed([f"text {n}" for n in range(200)])
    async with opened(path, HASHED) as index:
        await index.put([(f"k{n}", vector) for n, vector in enumerate(vectors)])
        assert len(await index.nearest(vectors[1], 3)) == 3
        os.truncate(path, left)
        assert await index.nearest(vectors[1], 3) == []
        assert await index.lacking(["k1"]) == {"k1"}
        await index.put([("k1", vectors[1])])
        assert [hit.id for hit in await index.nearest(vectors[1], 1)] == ["k1"]


async def test_what_another_process_adds_and_drops_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "v"
    async with opened(path) as one, opened(path) as other:
        await one.put([("a", ONE)])
        assert [hit.id for hit in await other.nearest(ONE, 3)] == ["a"]
        await one.put([("b", OTHER)])
        assert {hit.id for hit in await other.nearest(ONE, 3)} == {"a", "b"}
        await one.drop(["a"])
        assert [hit.id for hit in await other.nearest(ONE, 3)] == ["b"]
        await one.put([("b", ONE)])
        assert (await other.nearest(ONE, 3))[0].nearness > 0.99


async def test_dropped_vectors_leave_no_byte(tmp_path: Path) -> None:
    path = tmp_path / "v"
    async with opened(path) as index:
        await index.put([("a-telling-name", ONE), ("b", OTHER)])
        assert b"a-telling-name" in path.read_bytes()
        await index.drop(["a-telling-name"])
    assert b"a-telling-name" not in path.read_bytes()


async def test_processes_fill_one_file_and_one_of_them_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "v"
    victim = start(path, "victim", 100_000)
    others = [start(path, name, 6) for name in ("one", "two")]
    assert victim.stdout is not None
    for _ in range(3):
        victim.stdout.readline()  # it is in the middle of its work
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    victim.stdout.close()
    for process in others:
        process.communicate(timeout=60)
        assert process.returncode == 0
    async with opened(path, HASHED) as index:
        wanted = [f"{who} {number} {n}" for who in ("one", "two")
                  for number in range(6) for n in range(20)]  # fmt: skip
        assert await index.lacking(wanted) == frozenset()
        # Whole rounds of the killed one, or nothing of them.
        assert (await index.count() - len(wanted)) % 20 == 0
        [asked] = await HashedEmbedder().embed(["failure 7 of two"])
        hits = await index.nearest(asked, 6)
        assert all(hit.id.startswith("two") and hit.id.endswith(" 7") for hit in hits)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_a_folder_that_cannot_be_written_is_a_store_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    async with opened(blocked / "v") as index:
        with pytest.raises(StoreError, match="cannot be used") as caught:
            await index.count()
    assert "made again" in caught.value.hint


@pytest.mark.parametrize("by_sql", [False, True])
async def test_half_of_the_bits_first_finds_what_comparing_with_all_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_sql: bool
) -> None:
    """As among very many vectors, where comparing all bits of all of them takes too long."""
    monkeypatch.setattr("verdigris.vectors.codes._MANY", 100)
    monkeypatch.setattr("verdigris.vectors.sqlite_vec._SIFTED", 0)
    monkeypatch.setattr("verdigris.vectors.sqlite_vec._FEWEST", 16)
    draw = random.Random(4)
    middles = [[draw.gauss(0, 1) for _ in range(WIDE.dimension)] for _ in range(40)]

    def near(middle: list[float]) -> list[float]:
        return unit([value + draw.gauss(0, 0.8) for value in middle], "")

    rows = [(f"{n} {m}", near(middle)) for n, middle in enumerate(middles) for m in range(12)]
    index, exact = SqliteVecIndex(tmp_path / "v", WIDE, by_sql=by_sql), InMemoryIndex()
    await index.put(rows)
    await exact.put(rows)
    found = 0
    for middle in middles:
        asked = near(middle)
        right = {hit.id for hit in await exact.nearest(asked, 5)}
        found += len(right & {hit.id for hit in await index.nearest(asked, 5)})
    await index.close()
    assert found / 200 > 0.95
