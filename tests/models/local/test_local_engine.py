"""The engine with the real model. Each test has a folder of its own, so a user's engine is safe."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest

from verdigris.models.local.catalogue import QWEN_CODER, entry_path
from verdigris.models.local.client import EngineInfo, engine_status, ensure_engine, stop_engine
from verdigris.models.local.pull import pull
from verdigris.models.local.state import EngineState, process_start, read_state, write_state
from verdigris.settings import Local, Paths, Settings

pytestmark = pytest.mark.model
NAME = QWEN_CODER.name

ENSURE = """
import asyncio, sys
from verdigris.models.local.client import ensure_engine
from verdigris.settings import Settings

settings = Settings.model_validate_json(sys.argv[1])

async def main():
    found = await asyncio.gather(*(ensure_engine(settings, sys.argv[2]) for _ in range(2)))
    print(*{engine.pid for engine in found})

asyncio.run(main())
"""


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Callable[..., Settings]]:
    user = Settings()
    await pull(QWEN_CODER, user, lambda _: None)
    base = Settings(paths=Paths(data=tmp_path / "data", cache=tmp_path / "cache"))
    link = entry_path(base, QWEN_CODER)
    link.parent.mkdir(parents=True)
    link.symlink_to(entry_path(user, QWEN_CODER))

    def with_local(idle_seconds: float = 600) -> Settings:
        local = Local(context_tokens=512, slots=2, idle_seconds=idle_seconds)
        return base.model_copy(update={"local": local})

    yield with_local
    await stop_engine(base)


async def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        await asyncio.sleep(0.02)


def ensure_elsewhere(settings: Settings) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ENSURE, settings.model_dump_json(), NAME],
        stdout=subprocess.PIPE,
        text=True,
    )


async def ask(engine: EngineInfo, prompt: str, max_tokens: int) -> str:
    body = {
        "model": engine.model_name,
        "messages": [{"role": "user", "content": prompt}],
        "max_tokens": max_tokens,
        "temperature": 0,
    }
    async with httpx.AsyncClient(timeout=240, trust_env=False) as http:
        answer = await http.post(f"{engine.url}/v1/chat/completions", json=body)
    answer.raise_for_status()
    return str(answer.json()["choices"][0]["message"]["content"])


def gone(pid: int) -> bool:
    return process_start(pid) is None


async def test_ten_clients_at_once_get_one_engine_and_it_answers(
    make: Callable[..., Settings],
) -> None:
    settings = make()
    clients = [ensure_elsewhere(settings) for _ in range(5)]
    pids = {client.communicate()[0].strip() for client in clients}
    engine = await ensure_engine(settings, NAME)
    assert pids == {str(engine.pid)}
    assert [state.pid for state in engine_status(settings)] == [engine.pid]
    assert "4" in await ask(engine, "How much is 2 + 2? Answer with the number.", 8)

    async with httpx.AsyncClient(trust_env=False) as http:
        slots = (await http.get(f"{engine.url}/slots")).json()
    assert [slot["n_ctx"] for slot in slots] == [512, 512]


async def test_told_to_stop_it_cleans_up_and_the_next_client_starts_another(
    make: Callable[..., Settings],
) -> None:
    settings = make()
    first = await ensure_engine(settings, NAME)
    os.kill(first.pid, signal.SIGTERM)
    await until(lambda: gone(first.pid))
    assert read_state(first.folder) is None
    second = await ensure_engine(settings, NAME)
    assert second.pid != first.pid
    assert [state.pid for state in await stop_engine(settings)] == [second.pid]
    assert gone(second.pid)
    assert read_state(second.folder) is None


async def test_an_engine_lives_in_a_session_of_its_own(make: Callable[..., Settings]) -> None:
    engine = await ensure_engine(make(), NAME)
    assert os.getsid(engine.pid) == engine.pid != os.getsid(0)


async def test_it_stops_when_idle_but_never_while_it_answers(
    make: Callable[..., Settings],
) -> None:
    engine = await ensure_engine(make(idle_seconds=0.5), NAME)
    text = await ask(engine, "Count from 1 to 100, one number a line.", 60)
    assert "\n" in text
    await until(lambda: gone(engine.pid))
    assert read_state(engine.folder) is None


async def test_an_engine_nobody_can_find_stops(make: Callable[..., Settings]) -> None:
    engine = await ensure_engine(make(), NAME)
    (engine.folder / "state.json").unlink()
    await until(lambda: gone(engine.pid))


@pytest.mark.parametrize("kind", ["dead", "recycled"])
async def test_a_stale_state_is_replaced(make: Callable[..., Settings], kind: str) -> None:
    settings = make()
    engine = await ensure_engine(settings, NAME)
    os.kill(engine.pid, signal.SIGKILL)
    await until(lambda: gone(engine.pid))
    state = read_state(engine.folder)
    assert state is not None, "a killed engine leaves its state behind"
    if kind == "recycled":  # the number now belongs to us, who must not be taken for an engine
        write_state(engine.folder, EngineState(os.getpid(), state.started, *_rest(state)))
    fresh = await ensure_engine(settings, NAME)
    assert fresh.pid not in (engine.pid, os.getpid())
    assert "4" in await ask(fresh, "How much is 2 + 2? Answer with the number.", 8)


def _rest(state: EngineState) -> tuple[str, str, str]:
    return state.url, state.model, state.name


async def test_an_engine_of_another_format_is_replaced(make: Callable[..., Settings]) -> None:
    settings = make()
    old = await ensure_engine(settings, NAME)
    state = read_state(old.folder)
    assert state is not None
    write_state(old.folder, EngineState(state.pid, state.started, *_rest(state), version=0))
    fresh = await ensure_engine(settings, NAME)
    assert fresh.pid != old.pid
    assert gone(old.pid)


async def test_a_client_killed_while_starting_leaves_one_usable_engine(
    make: Callable[..., Settings],
) -> None:
    settings = make()
    client = ensure_elsewhere(settings)
    logs = (settings.paths.cache / "engine").glob
    await until(lambda: bool(list(logs("*/alive"))))
    client.kill()
    client.communicate()
    engine = await ensure_engine(settings, NAME)
    assert [state.pid for state in engine_status(settings)] == [engine.pid]
    assert "4" in await ask(engine, "How much is 2 + 2? Answer with the number.", 8)
