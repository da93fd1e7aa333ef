"""The whole way of a question to an engine that is a program: started, asked, killed, stopped."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import subprocess
import sys
from contextlib import aclosing
from pathlib import Path

import pytest
from engine_desk import Desk, until
from gguf_files import Gguf, adapter

from verdigris.errors import ModelUnavailable, UserError
from verdigris.models.base import Request, Sampling, Streaming
from verdigris.models.local.client import engine_status, ensure_engine, stop_engine
from verdigris.models.local.engines import engine_spec
from verdigris.models.local.model import LocalModel
from verdigris.models.local.state import process_start
from verdigris.models.local.tuning import Tuned, Tuning, keep
from verdigris.settings import Local, Models

TEXT = "def mean(values): ..."
QUESTION = Request(system="Fix it.", prompt="def mean(values): 1", temperature=0.8, seed=5)
ASK = """
import asyncio, sys
from verdigris.models.base import Request
from verdigris.models.local.model import LocalModel
from verdigris.settings import Settings

model = LocalModel(sys.argv[2], Settings.model_validate_json(sys.argv[1]))
asyncio.run(model.complete(Request(system="", prompt="x")))
"""


def ask_elsewhere(desk: Desk) -> subprocess.Popen[bytes]:
    settings = desk.settings.model_dump_json()
    return subprocess.Popen([sys.executable, "-c", ASK, settings, desk.name])


def gone(pid: int) -> bool:
    return process_start(pid) is None


async def fault_of(desk: Desk) -> ModelUnavailable:
    with pytest.raises(ModelUnavailable) as caught:
        await desk.model.complete(QUESTION)
    return caught.value


async def test_a_question_starts_the_program_and_is_answered(desk: Desk) -> None:
    heard: list[str] = []
    assert isinstance(desk.model, Streaming)
    reply = await desk.model.stream(QUESTION, heard.append)
    assert (reply.text, "".join(heard), reply.finish) == (TEXT, TEXT, "stop")
    assert (reply.use.tokens_in, reply.use.cached_tokens, reply.use.tokens_out) == (10, 7, 5)
    asked = desk.asked()
    assert [message["role"] for message in asked["messages"]] == ["system", "user"]
    assert (asked["seed"], asked["temperature"], asked["n"]) == (5, 0.8, 1)

    words = desk.starts()[0]
    given = dict(itertools.pairwise(words))
    assert given["--model"] == desk.name
    assert (given["--ctx-size"], given["--parallel"], given["--threads"]) == ("3072", "3", "1")
    assert given["--spec-type"] == "ngram-simple"


async def test_several_answers_are_one_batch_and_each_is_counted(desk: Desk) -> None:
    assert isinstance(desk.model, Sampling)
    assert desk.model.at_once == 3
    replies = [reply async for reply in desk.model.sample(QUESTION, 3)]
    assert desk.asked()["n"] == 3
    assert [reply.text for reply in replies] == [TEXT] * 3
    assert [reply.finish for reply in replies] == ["length", "length", "stop"]
    assert sum(reply.use.tokens_out for reply in replies) == 5 + 6 + 7
    assert sum(reply.use.tokens_in for reply in replies) == 10  # the question was read once


async def test_the_greedy_answer_comes_first_and_more_than_fit_come_in_turns(desk: Desk) -> None:
    asked = []
    question = QUESTION.model_copy(update={"greedy_first": True})
    async with aclosing(desk.model.sample(question, 5)) as replies:
        async for _ in replies:
            body = desk.asked()
            asked.append((body["n"], body["temperature"], body["seed"]))
    assert asked == [(1, 0.0, 5), *[(3, 0.8, 6)] * 3, (1, 0.8, 9)]


async def test_a_shape_becomes_a_grammar(desk: Desk) -> None:
    shape = {"type": "object"}
    await desk.model.complete(QUESTION.model_copy(update={"json_schema": shape}))
    assert desk.asked()["response_format"]["json_schema"]["schema"] == shape


async def test_leaving_the_answers_stops_the_engine_from_writing(desk: Desk) -> None:
    desk.tell(hold_at=2)
    asking = asyncio.create_task(desk.model.complete(QUESTION))
    await desk.seen("holding")
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await desk.seen("hung-up")


async def test_a_killed_client_leaves_a_free_engine_behind(desk: Desk) -> None:
    desk.tell(hold_at=2)
    client = ask_elsewhere(desk)
    await desk.seen("holding")
    client.kill()
    client.wait()
    await desk.seen("hung-up")
    desk.tell()
    assert (await desk.model.complete(QUESTION)).text == TEXT
    assert len(desk.starts()) == 1


async def test_an_engine_that_dies_in_the_middle_is_worth_another_try(desk: Desk) -> None:
    desk.tell(die_at=3)
    error = await fault_of(desk)
    assert "ended while it was answering" in str(error)
    assert error.transient
    desk.tell()
    await until(lambda: engine_status(desk.settings) == [])
    assert (await desk.model.complete(QUESTION)).text == TEXT
    assert len(desk.starts()) == 2


async def test_killing_the_engine_takes_the_program_with_it(desk: Desk) -> None:
    if sys.platform != "linux":
        pytest.skip("only Linux tells a child of its parent's death")
    engine = await ensure_engine(desk.settings, desk.name)
    program = desk.starts()[0][0]
    os.kill(engine.pid, signal.SIGKILL)
    await until(lambda: gone(engine.pid) and gone(program))
    assert (await desk.model.complete(QUESTION)).text == TEXT


async def test_stopping_and_idling_end_the_program_as_well(desk: Desk) -> None:
    await ensure_engine(desk.settings, desk.name)
    assert len(await stop_engine(desk.settings)) == 1
    assert gone(desk.starts()[0][0])
    local = desk.settings.local.model_copy(update={"idle_seconds": 1.0})
    engine = await ensure_engine(desk.settings.model_copy(update={"local": local}), desk.name)
    await until(lambda: gone(engine.pid) and gone(desk.starts()[1][0]))


@pytest.mark.parametrize(
    ("status", "body"),
    [(501, '{"error": {"code": 501}}'), (200, '{"slots": 1}'), (200, "[7]"), (200, "<html>")],
)
async def test_a_program_that_does_not_say_whether_it_is_busy_still_stops_when_idle(
    desk: Desk, status: int, body: str
) -> None:
    desk.tell(slots={"status": status, "body": body})
    local = desk.settings.local.model_copy(update={"idle_seconds": 1.0})
    settings = desk.settings.model_copy(update={"local": local})
    engine = await ensure_engine(settings, desk.name)
    await until(lambda: gone(engine.pid))


async def test_whoever_waits_for_an_answer_keeps_the_engine_awake(desk: Desk) -> None:
    desk.tell(hold_at=1)
    engine = await ensure_engine(desk.settings, desk.name)
    asking = asyncio.ensure_future(desk.model.complete(QUESTION))
    await until((desk.folder / "holding").exists)
    heartbeat = engine.folder / "heartbeat"
    seen = heartbeat.stat().st_mtime_ns
    await until(lambda: heartbeat.stat().st_mtime_ns > seen)
    assert not asking.done()
    (desk.folder / "go-on").touch()
    assert (await asking).text == TEXT


async def test_a_port_that_was_taken_meanwhile_is_left_to_its_owner(desk: Desk) -> None:
    desk.tell(port_is_taken=True)
    assert (await desk.model.complete(QUESTION)).text == TEXT
    first, second = desk.starts()
    assert first[first.index("--port") + 1] != second[second.index("--port") + 1]


async def test_a_program_that_cannot_start_is_quoted(desk: Desk) -> None:
    desk.tell(fails="error: unknown model architecture 'tiny'", status=3)
    error = await fault_of(desk)
    assert "with status 3" in str(error)
    assert "unknown model architecture 'tiny'" in str(error)
    assert engine_status(desk.settings) == []


async def test_a_program_for_another_processor_says_so(desk: Desk) -> None:
    desk.tell(fails="Illegal instruction", status=128 + signal.SIGILL)
    assert "built for a newer processor" in str(await fault_of(desk))


async def test_an_old_program_is_not_asked_for_what_it_does_not_know(desk: Desk) -> None:
    desk.tell(old=True)
    assert (await desk.model.complete(QUESTION)).text == TEXT
    words = desk.starts()[0]
    assert "--threads" in words
    assert not {"--spec-type", "--cache-ram", "--no-ui"} & set(words)


@pytest.mark.parametrize(
    ("status", "body", "says"),
    [
        (
            400,
            '{"error":{"type":"exceed_context_size_error","n_prompt_tokens":9,"n_ctx":4}}',
            "too long for .*: 9 tokens, and the context holds 4",
        ),
        (400, '{"error":{"message":"bad\\ngrammar"}}', "refused the question: bad$"),
        (500, "<html>", "refused the question: <html>"),
        (500, "", "it said nothing"),
    ],
)
async def test_what_the_engine_refuses_is_told(
    desk: Desk, status: int, body: str, says: str
) -> None:
    desk.tell(refusal={"status": status, "body": body})
    with pytest.raises(ModelUnavailable, match=says) as caught:
        await desk.model.complete(QUESTION)
    assert caught.value.hint
    assert not caught.value.transient


async def test_an_engine_that_writes_nothing_is_given_up(desk: Desk) -> None:
    await desk.model.complete(QUESTION)
    hasty = desk.settings.model_copy(update={"models": Models(timeout_seconds=0.5)})
    desk.tell(hold_at=1)
    with pytest.raises(ModelUnavailable, match="did not answer in time"):
        await LocalModel(desk.name, hasty).complete(QUESTION)
    await desk.seen("hung-up")


async def test_a_slow_engine_has_as_long_as_it_writes(desk: Desk) -> None:
    await desk.model.complete(QUESTION)
    patient = desk.settings.model_copy(update={"models": Models(timeout_seconds=2)})
    desk.tell(pace=0.5)  # five words, so longer than the limit in all
    reply = await LocalModel(desk.name, patient).complete(QUESTION)
    assert reply.text == "def mean(values): ..."


async def test_a_server_that_is_not_there_is_the_users_error(desk: Desk) -> None:
    local = desk.settings.local.model_copy(update={"server": str(desk.folder / "none")})
    with pytest.raises(UserError, match=r"local\.server"):
        engine_spec(desk.settings.model_copy(update={"local": local}), desk.name)


def test_a_program_on_the_path_is_used_once_it_was_measured_to_be_faster(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("xllamacpp")
    monkeypatch.setenv("PATH", f"{desk.folder}{os.pathsep}{os.environ['PATH']}")
    settings = desk.settings.model_copy(update={"local": Local()})
    assert engine_spec(settings, desk.name).server == ""
    program = str(desk.folder / "llama-server")
    result = Tuned(tuning=Tuning(engine="server", speculation="off"), gain=2.0)
    keep(settings, Path(desk.name), program, result)
    spec = engine_spec(settings, desk.name)
    assert (spec.server, spec.tuning.speculation) == (program, "off")
    (desk.folder / "llama-server").touch()  # another build must be measured again
    assert engine_spec(settings, desk.name).server == ""


def test_a_program_stands_in_for_a_missing_package(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(desk.folder))
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    settings = desk.settings.model_copy(update={"local": Local()})
    assert engine_spec(settings, desk.name).server == str(desk.folder / "llama-server")


def test_an_adapter_must_be_made_for_the_model(desk: Desk) -> None:
    lora = adapter(8, 1.0).write(desk.folder / "a.gguf")
    assert engine_spec(desk.settings, f"{desk.name}+lora={lora}").loras == (lora,)
    Gguf(values={"general.architecture": "qwen2"}).write(desk.folder / "q.gguf")
    with pytest.raises(UserError, match=r"made for llama models, and q\.gguf is a qwen2 one"):
        engine_spec(desk.settings, f"{desk.folder / 'q.gguf'}+lora={lora}")


def test_the_context_is_no_larger_than_the_model_was_trained_for(desk: Desk) -> None:
    local = desk.settings.local.model_copy(update={"context_tokens": 65536})
    wide = desk.settings.model_copy(update={"local": local})
    assert engine_spec(wide, desk.name).context_tokens == 2048
    assert LocalModel(desk.name, wide).context_tokens == 2048
