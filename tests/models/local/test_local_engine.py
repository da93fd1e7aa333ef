"""The real engine. Each test has a folder of its own, so a user's engine is safe.

The mechanics are tried on the smallest model there is, which starts at once and cannot code; what
only a model that can code shows is in the last tests.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from gguf_files import adapter

from verdigris.errors import ModelUnavailable
from verdigris.models.base import Reply, Request
from verdigris.models.local.catalogue import QWEN_CODER, SMOL, Entry, entry_path
from verdigris.models.local.client import EngineInfo, engine_status, ensure_engine, stop_engine
from verdigris.models.local.model import LocalModel
from verdigris.models.local.pull import pull
from verdigris.models.local.state import process_start, read_state, write_state
from verdigris.models.local.tuning import Tuned, Tuning, keep
from verdigris.settings import Local, Paths, Settings

pytestmark = pytest.mark.model
NAME = SMOL.name
WIDTH = 576
"""Of the matrices of the small model, to which an adapter has to fit."""
FIX = Request(
    system="You fix Python code. Answer with the whole corrected function and nothing else.",
    prompt="""The mean of [1, 2, 3] should be 2 but is 3. Fix the function.

def mean(values):
    \"\"\"Return the arithmetic mean of a list of numbers.\"\"\"
    return sum(values) / (len(values) - 1)
""",
    max_tokens=60,
)
STORY = Request(system="", prompt="Tell me a long story about copper.", max_tokens=400, seed=3)

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
    base = Settings(paths=Paths(data=tmp_path / "data", cache=tmp_path / "cache"))

    async def link(entry: Entry) -> None:
        user = Settings()
        await pull(entry, user, lambda _: None)
        path = entry_path(base, entry)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(entry_path(user, entry))

    def with_local(idle_seconds: float = 600, slots: int = 2, context: int = 512) -> Settings:
        local = Local(context_tokens=context, slots=slots, idle_seconds=idle_seconds)
        return base.model_copy(update={"local": local})

    await link(SMOL)
    yield with_local
    await stop_engine(base)


@pytest.fixture
async def coder(make: Callable[..., Settings]) -> LocalModel:
    settings = make(slots=3, context=1024)
    user = Settings()
    await pull(QWEN_CODER, user, lambda _: None)
    entry_path(settings, QWEN_CODER).symlink_to(entry_path(user, QWEN_CODER))
    return LocalModel(QWEN_CODER.name, settings)


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
    answer = await answer_of(engine, prompt, max_tokens)
    return str(answer["choices"][0]["message"]["content"])


async def answer_of(engine: EngineInfo, prompt: str, max_tokens: int) -> dict[str, Any]:
    body = {
        "model": engine.model_name,
        "messages": [{"role": "user", "content": prompt}],
        "max_tokens": max_tokens,
        "temperature": 0,
    }
    headers = {"Authorization": f"Bearer {engine.key}"}
    async with httpx.AsyncClient(timeout=240, trust_env=False, headers=headers) as http:
        answer = await http.post(f"{engine.url}/v1/chat/completions", json=body)
    answer.raise_for_status()
    return dict(answer.json())


def slots_of(engine: EngineInfo) -> list[dict[str, Any]]:
    headers = {"Authorization": f"Bearer {engine.key}"}
    answer = httpx.get(f"{engine.url}/slots", timeout=60, trust_env=False, headers=headers)
    return list(answer.json())


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
    assert await ask(engine, "Say hello.", 8)

    assert [slot["n_ctx"] for slot in slots_of(engine)] == [512, 512]
    with pytest.raises(httpx.HTTPStatusError, match="401"):
        await ask(replace(engine, key="guessed"), "Say hello.", 8)


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
    assert len(await ask(engine, "Tell me a long story about copper.", 300)) > 600
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
        write_state(engine.folder, state.model_copy(update={"pid": os.getpid()}))
    fresh = await ensure_engine(settings, NAME)
    assert fresh.pid not in (engine.pid, os.getpid())
    assert await ask(fresh, "Say hello.", 8)


async def test_an_engine_of_another_format_is_replaced(make: Callable[..., Settings]) -> None:
    settings = make()
    old = await ensure_engine(settings, NAME)
    state = read_state(old.folder)
    assert state is not None
    write_state(old.folder, state.model_copy(update={"version": 0}))
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
    assert await ask(engine, "Say hello.", 8)


async def test_several_answers_are_written_as_one_batch_and_all_counted(
    make: Callable[..., Settings],
) -> None:
    model = LocalModel(NAME, make(slots=4))
    request = STORY.model_copy(update={"max_tokens": 24, "temperature": 0.9})
    replies = [reply async for reply in model.sample(request, 4)]
    assert [reply.use.tokens_out for reply in replies] == [24] * 4
    assert [reply.finish for reply in replies] == ["length"] * 4
    assert len({reply.text for reply in replies}) > 1, "each has a seed of its own"
    asked = [reply.use.tokens_in for reply in replies]
    assert asked[0] > 10
    assert asked[1:] == [0, 0, 0]

    again = await model.complete(request.model_copy(update={"max_tokens": 1}))
    assert again.use.tokens_in == asked[0]
    assert again.use.cached_tokens == asked[0] - 1, "the question is not read twice"


async def test_leaving_the_answers_frees_the_slots(make: Callable[..., Settings]) -> None:
    settings = make()
    model, heard = LocalModel(NAME, settings), asyncio.Event()
    asking = asyncio.create_task(model.stream(STORY, lambda _: heard.set()))
    await heard.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    engine = await ensure_engine(settings, NAME)
    await until(lambda: not any(slot["is_processing"] for slot in slots_of(engine)))
    assert (await model.complete(STORY.model_copy(update={"max_tokens": 2}))).text


async def test_an_engine_killed_in_the_middle_of_an_answer_is_replaced(
    make: Callable[..., Settings],
) -> None:
    settings = make()
    engine = await ensure_engine(settings, NAME)
    model = LocalModel(NAME, settings)
    with pytest.raises(ModelUnavailable, match="ended while it was answering") as caught:
        await model.stream(STORY, lambda _: os.kill(engine.pid, signal.SIGKILL))
    assert caught.value.transient
    assert (await model.complete(STORY.model_copy(update={"max_tokens": 2}))).text
    assert (await ensure_engine(settings, NAME)).pid != engine.pid


async def test_an_answer_can_be_held_to_a_shape(make: Callable[..., Settings]) -> None:
    shape = {
        "type": "object",
        "properties": {"colour": {"type": "string", "maxLength": 12}, "warm": {"type": "boolean"}},
        "required": ["colour", "warm"],
        "additionalProperties": False,
    }
    request = STORY.model_copy(update={"json_schema": shape})
    answer = json.loads((await LocalModel(NAME, make()).complete(request)).text)
    assert set(answer) == {"colour", "warm"}


async def test_a_question_that_does_not_fit_is_refused_with_the_numbers(
    make: Callable[..., Settings],
) -> None:
    with pytest.raises(ModelUnavailable, match="and the context holds 512") as caught:
        await LocalModel(NAME, make()).complete(Request(system="", prompt="word " * 600))
    assert "local.context_tokens" in caught.value.hint


async def test_an_adapter_changes_what_the_model_says(
    make: Callable[..., Settings], tmp_path: Path
) -> None:
    settings, request = make(), STORY.model_copy(update={"max_tokens": 16})

    async def said(strength: float | None) -> str:
        name = NAME
        if strength is not None:
            name += f"+lora={adapter(WIDTH, strength).write(tmp_path / f'{strength}.gguf')}"
        reply = await LocalModel(name, settings).complete(request)
        await stop_engine(settings)
        return reply.text

    plain = await said(None)
    assert await said(0.0) == plain
    assert await said(50.0) != plain


@pytest.mark.parametrize(
    "tuning",
    [
        Tuning(speculation="off", flash_attention="off", batch=64, threads=1),
        Tuning(flash_attention="on", cache_type="q8_0"),
    ],
)
async def test_every_choice_of_the_tuning_works(
    make: Callable[..., Settings], tuning: Tuning
) -> None:
    settings = make()
    keep(settings, entry_path(settings, SMOL), "", Tuned(tuning=tuning, gain=1.0))
    model = LocalModel(NAME, settings)
    assert (await model.complete(STORY.model_copy(update={"max_tokens": 4}))).text
    assert len(engine_status(settings)) == 1


async def test_the_coder_fixes_a_line_and_reads_the_question_once(coder: LocalModel) -> None:
    right = "sum(values) / len(values)"
    replies: list[Reply] = []
    sampled = FIX.model_copy(update={"temperature": 0.8, "greedy_first": True})
    async for reply in coder.sample(sampled, 3):
        replies.append(reply)
    assert right in replies[0].text
    assert sum(right in reply.text for reply in replies) >= 2
    assert [reply.use.tokens_in > 0 for reply in replies] == [True, True, False]
    assert replies[1].use.cached_tokens > 0.9 * replies[1].use.tokens_in


async def test_what_stood_in_the_question_is_guessed_in_every_question(coder: LocalModel) -> None:
    engine = await ensure_engine(coder._settings, coder.name)
    for name in ("mean", "middle"):  # the second is another text in the same slot
        prompt = f"Write this again, word for word.\n\n{FIX.prompt.replace('mean', name)}"
        timings = (await answer_of(engine, prompt, 40))["timings"]
        assert timings["draft_n_accepted"] > 8
