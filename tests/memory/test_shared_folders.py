"""Memories that a library keeps in a folder: killed, shared, damaged, embedded anew."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from memory.cards import about, card
from verdigris.errors import MissingError, StoreError, StoreUnreachable
from verdigris.memory.documents.boxed import Box, BoxedFolder
from verdigris.memory.documents.embedded import EmbeddedDocuments
from verdigris.memory.documents.engines.serve import LOCK
from verdigris.memory.documents.store import DocumentsStore
from verdigris.memory.shared.opening import open_shared
from verdigris.settings import Settings
from verdigris.vectors.base import Embedder
from verdigris.vectors.hashed import HashedEmbedder

ENGINES = ["chroma", "mem0"]
TESTS = Path(__file__).parent.parent


class Other(HashedEmbedder):
    """Another embedder, of another dimension."""

    name = "other"
    dimension = 7

    async def embed(self, texts: Any) -> Any:
        return [[*vector[:6], 0.5] for vector in await super().embed(texts)]


@pytest.fixture(params=ENGINES)
def box(request: pytest.FixtureRequest) -> Box:
    found = request.getfixturevalue(f"{request.param}_box")
    assert isinstance(found, Box)
    return found


def opened(
    box: Box,
    folder: Path,
    embedder: Embedder | None = HashedEmbedder(),  # noqa: B008
) -> DocumentsStore:
    return DocumentsStore(EmbeddedDocuments(BoxedFolder(box, folder), embedder))


async def test_another_embedder_finds_all_cards_and_mixes_nothing(box: Box, tmp_path: Path) -> None:
    await opened(box, tmp_path, None).put(card(1))
    await opened(box, tmp_path).put(card(2))
    await opened(box, tmp_path, Other()).put(card(3))
    for embedder in (HashedEmbedder(), Other()):
        store = opened(box, tmp_path, embedder)
        near = await store.nearest("KeyError: 'name2' in name2", 5)
        assert {one.card.id for one in near} == {"run:1", "run:2", "run:3"}
        assert await store.count() == 3
    assert (await opened(box, tmp_path).nearest("KeyError: 'name2' in name2"))[0].card == card(2)


async def test_forgetting_in_a_folder_reaches_the_vectors_of_every_embedder(
    mem0_box: Box, tmp_path: Path
) -> None:
    await opened(mem0_box, tmp_path).put(card(1))
    await opened(mem0_box, tmp_path, Other()).nearest("KeyError: 'name1'")
    await opened(mem0_box, tmp_path, None).take_back("run:1", ["run run 1"])
    await opened(mem0_box, tmp_path / "elsewhere").count()  # lets the first one go
    left = {}
    for path in tmp_path.glob("vectors/**/storage.sqlite"):
        with closing(sqlite3.connect(path)) as connection:
            left[path.parent.name] = connection.execute("SELECT count(*) FROM points").fetchone()
    ours = [count for name, count in left.items() if name.startswith("verdigris")]
    assert len(ours) >= 3 and set(ours) == {(0,)}


async def test_a_large_server_is_embedded_anew_little_by_little(
    chroma_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verdigris.memory.documents.embedded._AT_ONCE", 2)
    monkeypatch.setattr("verdigris.memory.documents.embedded.SECONDS", 0.0)
    monkeypatch.setattr("verdigris.memory.documents.chroma_server._PAGE", 3)
    first = await open_shared(chroma_url, Settings(), None)
    second = await open_shared(chroma_url, Settings(), HashedEmbedder())
    try:
        for number in range(5):
            await first.put(card(number))
        counts = []
        for seconds in (0.0, 0.0, 1e-9, 60.0, 60.0, 60.0):
            monkeypatch.setattr("verdigris.memory.documents.embedded.SECONDS", seconds)
            counts.append(len(await second.nearest("KeyError: 'name1' in name1", 9)))
        assert counts[:2] == [0, 0], "it is asked although nothing is there yet"
        assert counts[-1] == 5
    finally:
        await first.close()
        await second.close()


async def test_another_embedder_works_on_a_server_too(chroma_url: str) -> None:
    first = await open_shared(chroma_url, Settings(), None)
    second = await open_shared(chroma_url, Settings(), HashedEmbedder())
    assert isinstance(first, DocumentsStore) and isinstance(second, DocumentsStore)
    try:
        for number in range(3):
            await first.put(card(number))
        near = await second.nearest("KeyError: 'name2' in name2", 5)
        assert near[0].card.id == "run:2" and len(near) == 3
        await second.take_back("run:2", ["run run 2"])
        assert len(await second.nearest("KeyError: 'name2' in name2", 5)) == 2
    finally:
        await first.close()
        await second.close()


@pytest.mark.parametrize("engine", ENGINES)
async def test_killed_in_the_middle_of_keeping_leaves_the_card_or_nothing(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    box: Box = request.getfixturevalue(f"{engine}_box")
    store = opened(box, tmp_path)
    await store.put(card(0))
    kept = {"run:0"}
    for number, moment in enumerate((0.005, 0.03), start=1):
        await store.count()  # it is up again
        putting = asyncio.create_task(store.put(card(number)))
        await asyncio.sleep(moment)
        assert box.pid is not None
        os.kill(box.pid, signal.SIGKILL)
        try:
            await putting
            kept.add(f"run:{number}")
        except StoreError as error:
            assert "SIGKILL" in str(error)
    there = set()
    for number in range(3):
        found = await store.by_signature(about(f"name{number}"))
        assert found in ([], [card(number)]), "whole or not at all"
        there |= {one.id for one in found}
    assert there >= kept
    for number in range(3):
        await store.put(card(number))
    assert await store.count() == 3, "delivered again, each is there once"


@pytest.mark.parametrize("engine", ENGINES)
def test_two_processes_write_to_one_folder_and_nothing_is_lost(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    box: Box = request.getfixturevalue(f"{engine}_box")
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    words = [sys.executable, str(TESTS / "memory" / "folder_writer.py"), engine]
    writers = [
        subprocess.Popen(
            [*words, str(tmp_path / "memory"), run, "6"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        )
        for run in ("left", "right")
    ]  # fmt: skip
    for writer in writers:
        out, errors = writer.communicate(timeout=200)
        assert writer.returncode == 0, errors
        assert len(out.splitlines()) == 6
    store = opened(box, tmp_path / "memory")

    async def look() -> None:
        assert await store.count() == 12
        near = await store.nearest("KeyError: 'right5' in right5", 12)
        assert len(near) == 12 and near[0].card.id == "right:5"

    asyncio.run(look())


@pytest.mark.thorough
async def test_a_folder_that_another_process_keeps_is_out_of_reach(
    chroma_box: Box, tmp_path: Path
) -> None:
    import fcntl

    store = opened(chroma_box, tmp_path)
    await store.put(card(1))
    with (tmp_path / LOCK).open() as file:
        while True:  # until the folder is let go
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                await asyncio.sleep(0.02)
        asking = asyncio.create_task(store.count())
        with pytest.raises(StoreUnreachable, match="in use by another process"):
            await asking
    assert await store.count() == 1


def garbage(path: Path) -> None:
    path.write_bytes(b"this is no database " * 400)


def chroma_damage(folder: Path) -> None:
    garbage(folder / "chroma.sqlite3")


def mem0_damage(folder: Path) -> None:
    garbage(folder / "vectors" / "collection" / "verdigris" / "storage.sqlite")


def mem0_other_damage(folder: Path) -> None:
    (folder / "vectors" / "meta.json").write_text("{")


@pytest.mark.parametrize(
    "engine, damage",
    [("chroma", chroma_damage), ("mem0", mem0_damage), ("mem0", mem0_other_damage)],
)
async def test_a_damaged_folder_is_one_sentence_with_its_cure(
    engine: str, damage: Callable[[Path], None], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    box: Box = request.getfixturevalue(f"{engine}_box")
    store = opened(box, tmp_path / "memory")
    await store.put(card(1))
    await opened(box, tmp_path / "elsewhere").count()  # lets the first one go
    damage(tmp_path / "memory")
    with pytest.raises(StoreError) as caught:
        await store.by_signature(about("name1"))
    assert str(tmp_path / "memory") in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "move it away" in caught.value.hint
    (tmp_path / "memory").rename(tmp_path / "away")
    await store.put(card(1))
    assert await store.count() == 1


async def test_a_folder_that_cannot_be_is_said(chroma_box: Box, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file"):
        await opened(chroma_box, tmp_path / "file").count()


@pytest.fixture
def instead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lets another program stand in for the interpreter that a box starts."""

    def put_in_place(script: str) -> None:
        program = tmp_path / "python"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setattr(sys, "executable", str(program))

    return put_in_place


async def test_a_library_that_is_missing_says_how_to_get_it(
    instead: Callable[[str], None], tmp_path: Path
) -> None:
    code = (
        "import sys, runpy; sys.modules['chromadb'] = None; sys.argv = ['serve', 'chroma']; "
        "runpy.run_module('verdigris.memory.documents.engines.serve', run_name='__main__')"
    )
    instead(f'exec {sys.executable} -c "{code}"')
    with pytest.raises(MissingError) as caught:
        await opened(Box("chroma"), tmp_path / "memory").count()
    assert caught.value.hint == "pip install 'verdigris[chroma]'"


@pytest.mark.parametrize(
    "script, why",
    [
        ("exec sleep 600", "no answer within 1 s"),
        ("exit 3", "ended with status 3"),
        ("kill -SEGV $$", "SIGSEGV"),
        ("echo not json; exec sleep 600", "was not understood"),
    ],
)
async def test_a_library_that_misbehaves_costs_its_request_only(
    instead: Callable[[str], None], tmp_path: Path, script: str, why: str
) -> None:
    instead(script)
    box = Box("chroma", seconds=1)
    with pytest.raises(StoreError, match=why):
        await opened(box, tmp_path / "memory").count()
    assert box.pid is None, "it is ended, not left behind"


async def test_what_hangs_is_ended_when_the_memory_is_closed(
    instead: Callable[[str], None], tmp_path: Path
) -> None:
    instead("exec sleep 600")
    box = Box("chroma", seconds=600)
    store = opened(box, tmp_path / "memory")
    box.start(tmp_path / "memory")
    asking = asyncio.create_task(store.count())
    await asyncio.sleep(0)  # it has asked
    await store.close()
    with pytest.raises(StoreError, match=r"SIGKILL|was closed"):
        await asking
    assert box.pid is None


def test_a_library_sees_no_key_and_may_not_phone_home(
    chroma_box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-never-shown")
    box = Box("chroma")
    box.start(tmp_path)
    try:
        assert box.pid is not None
        environment = Path(f"/proc/{box.pid}/environ")
        if not environment.exists():
            pytest.skip("this system has no /proc")
        while not (told := environment.read_text()):
            time.sleep(0.01)  # it is being started
        assert "sk-never-shown" not in told
        assert "MEM0_TELEMETRY=False" in told and "ANONYMIZED_TELEMETRY=False" in told
    finally:
        box.close()
