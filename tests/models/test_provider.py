"""Providers over a real socket: a small server on loopback speaks their protocols."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pydantic import SecretStr

from verdigris.errors import ModelUnavailable
from verdigris.models.base import Request, context_of
from verdigris.models.provider import ProviderModel
from verdigris.models.resolve import resolve
from verdigris.settings import Keys, Models, Providers, Settings

ASK = Request(system="be brief", prompt="what is 2 + 2?", temperature=0.25, seed=7, max_tokens=99)
CHAT = {
    "id": "1",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "choices": [
        {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "4"}}
    ],
    "usage": {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14},
}
MESSAGE = {
    "id": "1",
    "type": "message",
    "role": "assistant",
    "model": "claude-x",
    "content": [{"type": "text", "text": "4"}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 11, "output_tokens": 3},
}
MODELS = {"object": "list", "data": [{"id": "first"}, {"id": "second"}]}


@dataclass
class Answer:
    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hang_up: bool = False

    @property
    def data(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


@dataclass
class Server:
    """What to answer on each path, and what was asked."""

    url: str = ""
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)


@pytest.fixture
def server() -> Iterator[Server]:
    said = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            said.asked.append((self.path, headers, json.loads(body) if body else None))
            answer = said.answers.get(
                self.path, Answer({"error": {"message": "nothing here"}}, 404)
            )
            if answer.hang_up:
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self.send_response(answer.status)
            for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.data)))
            self.end_headers()
            self.wfile.write(answer.data)

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    said.url = f"http://127.0.0.1:{http.server_port}"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield said
    http.shutdown()
    thread.join()
    http.server_close()


def compatible(server: Server, model: str = "#m", **keys: SecretStr) -> ProviderModel:
    settings = Settings(models=Models(timeout_seconds=20), keys=Keys(**keys))
    name = f"{server.url}/v1"
    return ProviderModel("openai-compatible", model.lstrip("#"), settings, url=name)


async def test_a_question_is_asked_as_it_was_put_and_the_answer_is_counted(server: Server) -> None:
    server.answers["/v1/chat/completions"] = Answer(CHAT)
    reply = await compatible(server).complete(ASK)
    assert (reply.text, reply.finish) == ("4", "stop")
    assert (reply.use.calls, reply.use.tokens_in, reply.use.tokens_out) == (1, 11, 3)
    assert (reply.use.cost, reply.use.unpriced_calls) == (0, 0)
    ((_, _, body),) = server.asked
    assert body["model"] == "m"
    assert [(m["role"], m["content"]) for m in body["messages"]] == [
        ("system", "be brief"),
        ("user", "what is 2 + 2?"),
    ]
    assert (body["temperature"], body["seed"]) == (0.25, 7)
    assert 99 in (body.get("max_tokens"), body.get("max_completion_tokens"))


def chat(content: str | None, finish: str = "stop") -> dict[str, Any]:
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": content},
    }
    return {**CHAT, "choices": [choice]}


@pytest.mark.parametrize(
    ("body", "text", "finish"),
    [
        (chat("cut", "length"), "cut", "length"),
        (chat(""), "", "stop"),
        (chat(None), "", "stop"),
        (chat("lone \ud800"), "lone ?", "stop"),
        (chat("größe 😀"), "größe 😀", "stop"),
        (chat(None, "content_filter"), "", "refused"),
    ],
)
async def test_odd_answers_are_still_answers(
    server: Server, body: dict[str, Any], text: str, finish: str
) -> None:
    server.answers["/v1/chat/completions"] = Answer(body)
    reply = await compatible(server).complete(ASK)
    assert (reply.text, reply.finish) == (text, finish)


def error(status: int, message: str = "said the server", **headers: str) -> Answer:
    return Answer(
        {"error": {"message": message}},
        status,
        {k.replace("_", "-"): v for k, v in headers.items()},
    )


FAULTS = {
    "a wrong key": (error(401), "refused the key", "Check the key", False),
    "not allowed": (error(403), "refused the key", "Check the key", False),
    "no credit": (error(402), "out of credit", "Add credit", False),
    "an unknown model": (error(404), "not known to its provider", "spelling", False),
    "too long": (error(413), "too long", "larger context", False),
    "too many requests": (error(429), "limits the rate", "Wait a little", True),
    "a request it does not take": (error(400), "rejected the request", "provider's message", False),
    "a server error": (error(500), "failed", "Try again later", True),
    "overloaded": (error(503), "failed", "Try again later", True),
    "a page instead of JSON": (Answer(b"<html>login</html>"), "failed", "Try again later", True),
    "no JSON at all": (Answer(b"{not json"), "failed", "Try again later", True),
    "JSON of another kind": (Answer({"hello": 1}), "failed", "Try again later", True),
    "hanging up": (Answer(hang_up=True), "cannot be reached", "Is the server running", True),
}


def is_one_sentence(text: str) -> bool:
    return "\n" not in text and text.endswith(".") and len(text) < 400


@pytest.mark.parametrize(
    ("answer", "sentence", "cure", "transient"), FAULTS.values(), ids=FAULTS.keys()
)
async def test_each_fault_is_one_sentence_with_its_cure(
    server: Server, answer: Answer, sentence: str, cure: str, transient: bool
) -> None:
    server.answers["/v1/chat/completions"] = answer
    with pytest.raises(ModelUnavailable) as caught:
        await compatible(server).complete(ASK)
    fault = caught.value
    assert sentence in str(fault) and f"openai-compatible:{server.url}/v1#m" in str(fault)
    assert is_one_sentence(str(fault))
    assert cure in fault.hint
    assert fault.transient is transient
    assert len(server.asked) == 1, "trying again is not the client's business"


async def test_the_pause_a_provider_asks_for_is_passed_on(server: Server) -> None:
    server.answers["/v1/chat/completions"] = error(429, Retry_After="7")
    with pytest.raises(ModelUnavailable) as caught:
        await compatible(server).complete(ASK)
    assert caught.value.retry_after == 7


async def test_a_server_that_is_not_listening_cannot_be_reached() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and never listening: nobody else can take the port
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        with pytest.raises(ModelUnavailable, match="cannot be reached") as caught:
            await ProviderModel("openai-compatible", "m", Settings(), url=url).complete(ASK)
        assert "Is the server running" in caught.value.hint and caught.value.transient
        with pytest.raises(ModelUnavailable, match="did not list a model") as caught:
            await ProviderModel("openai-compatible", "", Settings(), url=url).complete(ASK)
        assert "Is it running" in caught.value.hint


@pytest.mark.parametrize("key", [None, SecretStr("the-key-of-this-server")])
async def test_without_a_name_the_servers_first_model_is_taken_once(
    server: Server, key: SecretStr | None
) -> None:
    server.answers["/v1/models"] = Answer(MODELS)
    server.answers["/v1/chat/completions"] = Answer(CHAT)
    model = compatible(server, "", **({"compatible": key} if key else {}))
    await model.complete(ASK)
    await model.complete(ASK)
    assert [path for path, _, _ in server.asked] == [
        "/v1/models",
        "/v1/chat/completions",
        "/v1/chat/completions",
    ]
    assert {body["model"] for _, _, body in server.asked if body} == {"first"}
    if key:
        assert {headers["authorization"] for _, headers, _ in server.asked} == {
            f"Bearer {key.get_secret_value()}"
        }


@pytest.mark.parametrize(
    "answer",
    [Answer({"data": []}), Answer({}), Answer([]), Answer(b"<html>"), error(500), error(401)],
)
async def test_a_server_that_lists_no_model_says_what_to_do(server: Server, answer: Answer) -> None:
    server.answers["/v1/models"] = answer
    with pytest.raises(ModelUnavailable, match="did not list a model") as caught:
        await compatible(server, "").complete(ASK)
    assert is_one_sentence(str(caught.value)) and "#MODEL" in caught.value.hint


@pytest.mark.parametrize(
    ("name", "where", "key", "priced"),
    [
        ("openai:gpt-x", "openai_url", "openai", True),
        ("ollama:llama3", "ollama_url", "", False),
        ("litellm:any", "litellm_url", "litellm", True),
    ],
)
async def test_each_provider_asks_its_own_address_with_its_own_key(
    server: Server, name: str, where: str, key: str, priced: bool
) -> None:
    server.answers["/v1/chat/completions"] = Answer(CHAT)
    keys = Keys(
        **{kind: SecretStr(f"key-of-{kind}") for kind in ("anthropic", "openai", "litellm")}
    )
    settings = Settings(
        keys=keys, providers=Providers(**{where: f"{server.url}/v1"}), models=Models(retries=0)
    )
    reply = await resolve(name, settings).complete(ASK)
    assert reply.text == "4"
    assert reply.use.unpriced_calls == int(priced), "no price is known for a model of this name"
    _, headers, body = server.asked[-1]
    assert body["model"] == name.partition(":")[2]
    if key:
        assert headers["authorization"] == f"Bearer key-of-{key}"
    assert not [
        k for k in ("anthropic", "openai", "litellm") if k != key and f"key-of-{k}" in str(headers)
    ]


def anthropic(server: Server) -> ProviderModel:
    settings = Settings(
        keys=Keys(anthropic=SecretStr("key-of-anthropic")),
        providers=Providers(anthropic_url=server.url),
    )
    return ProviderModel("anthropic", "claude-x", settings)


async def test_anthropic(server: Server) -> None:
    server.answers["/v1/messages?beta=true"] = server.answers["/v1/messages"] = Answer(MESSAGE)
    reply = await anthropic(server).complete(ASK)
    assert (reply.text, reply.use.tokens_in, reply.use.tokens_out) == ("4", 11, 3)
    ((_, headers, body),) = server.asked
    assert "key-of-anthropic" in f"{headers.get('x-api-key')} {headers.get('authorization')}"
    assert (body["model"], body["max_tokens"]) == ("claude-x", 99)
    assert "be brief" in json.dumps(body["system"])


@pytest.mark.parametrize(
    ("status", "sentence", "transient"),
    [(401, "refused the key", False), (429, "limits the rate", True), (529, "failed", True)],
)
async def test_anthropic_faults(
    server: Server, status: int, sentence: str, transient: bool
) -> None:
    fault = Answer({"type": "error", "error": {"type": "x", "message": "no"}}, status)
    server.answers["/v1/messages?beta=true"] = server.answers["/v1/messages"] = fault
    with pytest.raises(ModelUnavailable, match=f"anthropic:claude-x .*{sentence}") as caught:
        await anthropic(server).complete(ASK)
    assert is_one_sentence(str(caught.value)) and caught.value.hint
    assert caught.value.transient is transient
    assert len(server.asked) == 1


async def test_questions_side_by_side_leave_the_filters_of_warnings_alone(server: Server) -> None:
    server.answers["/v1/chat/completions"] = Answer(CHAT)
    model = compatible(server)
    await model.complete(ASK)
    before = list(warnings.filters)
    replies = await asyncio.gather(*(model.complete(ASK) for _ in range(4)))
    assert len(replies) == 4
    assert sorted(map(str, warnings.filters)) == sorted(map(str, before))
    with pytest.warns(UserWarning, match="ours"):
        warnings.warn("ours", UserWarning, stacklevel=1)


@pytest.mark.parametrize(
    ("entry", "room"),
    [
        ({"max_model_len": 4096}, 4096),
        ({"context_length": 8192}, 8192),
        ({"meta": {"n_ctx": 2048, "n_ctx_train": 32768}}, 2048),
        ({"meta": 7, "max_input_tokens": "many"}, 32768),
        ({"context_length": -1}, 32768),
        ({}, 32768),
    ],
)
async def test_a_server_that_tells_what_fits_is_believed(
    entry: dict[str, object], room: int
) -> None:
    listed = {"data": [{"id": "other", "context_length": 1}, {"id": "m", **entry}]}

    async def told(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = json.dumps(listed).encode()
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(told, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        model = resolve(f"openai-compatible:{url}#m", Settings())
        assert model.context_tokens == 32768, "a guess, until the server was asked"
        assert await context_of(model) == room
    gone = resolve(f"openai-compatible:{url}#m", Settings())
    assert await context_of(gone) == 32768
