"""A server on loopback that speaks Ollama's protocol as the real one does, its bad habits included.

Names default to the tag `latest`; answers come as one JSON object a line in a chunked body; a
question longer than the context is cut off without a word unless `truncate` is false; errors are
`{"error": "…"}` with a status, or a line of the stream once that has begun.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

STAMP = "2026-01-05T12:00:00.000000001Z"


@dataclass
class Ollama:
    url: str = ""
    words: list[str] = field(default_factory=lambda: ["Green", " is", " earned."])
    models: dict[str, int] = field(default_factory=lambda: {"coder:latest": 32768})
    """The pulled models and the context each was trained for."""
    thinking: bool = False
    native: bool = True
    """False for servers that have only the OpenAI-compatible address."""
    fault: tuple[int, str] | None = None
    """Status and body that every question gets."""
    fault_after: int | None = None
    """After so many words a line with an error follows."""
    cut_after: int | None = None
    """After so many words the connection is cut."""
    garbage: bytes | None = None
    stop_reason: str = "stop"
    loading: threading.Event | None = None
    """Answers wait for this, as they do while a model is loaded."""
    asked: list[dict[str, Any]] = field(default_factory=list)
    came: threading.Event = field(default_factory=threading.Event)
    """Set by the first question."""
    seen_by_model: list[str] = field(default_factory=list)
    """What was left of each question after the server had cut it to the context."""
    gone: threading.Event = field(default_factory=threading.Event)
    """Set when a client hung up in the middle of an answer."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    ollama: Ollama

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        if not self.ollama.native:
            self.plain(404, b"404 page not found", "text/plain")
        elif self.path == "/api/tags":
            names = [{"name": name, "model": name, "size": 1} for name in self.ollama.models]
            self.json(200, {"models": names})
        else:
            self.plain(404, b"404 page not found", "text/plain")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        routes = {"/api/show": self.show, "/api/chat": self.chat}
        if self.path == "/v1/chat/completions":
            self.compatible(body)
        elif self.ollama.native and self.path in routes:
            name = body["model"] if ":" in body["model"] else f"{body['model']}:latest"
            if name not in self.ollama.models:
                self.json(404, {"error": f"model '{body['model']}' not found"})
            else:
                routes[self.path](body, self.ollama.models[name])
        else:
            self.plain(404, b"404 page not found", "text/plain")

    def show(self, body: dict[str, Any], context: int) -> None:
        abilities = ["completion", *(["thinking"] if self.ollama.thinking else [])]
        info = {"general.architecture": "qwen2", "qwen2.context_length": context}
        self.json(200, {"details": {}, "model_info": info, "capabilities": abilities})

    def chat(self, body: dict[str, Any], context: int) -> None:
        self.ollama.asked.append(body)
        self.ollama.came.set()
        if body.get("think") and not self.ollama.thinking:
            self.json(400, {"error": f'"{body["model"]}" does not support thinking'})
            return
        if self.ollama.fault:
            self.plain(self.ollama.fault[0], self.ollama.fault[1].encode(), "application/json")
            return
        question = " ".join(message["content"] for message in body["messages"]).split()
        room = min(body.get("options", {}).get("num_ctx", 4096), context)
        if len(question) > room and body.get("truncate") is False:
            self.json(400, {"error": "the input length exceeds the context length"})
            return
        question = question[-room:]
        self.ollama.seen_by_model.append(" ".join(question))
        if self.ollama.loading is not None:
            self.ollama.loading.wait(60)
        try:
            self.answer(body["model"], len(question))
        except (BrokenPipeError, ConnectionResetError):
            self.ollama.gone.set()
            self.close_connection = True

    def answer(self, model: str, question_tokens: int) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        base = {"model": model, "created_at": STAMP}
        for number, word in enumerate(self.ollama.words):
            if number == self.ollama.cut_after:
                self.close_connection = True
                return
            if number == self.ollama.fault_after:
                self.chunk(b'{"error":"an error was encountered while running the model"}\n')
                return
            if self.ollama.garbage is not None:
                self.chunk(self.ollama.garbage)
                continue
            message = {"role": "assistant", "content": word}
            self.line({**base, "message": message, "done": False})
        last = {
            "message": {"role": "assistant", "content": ""},
            "done": True,
            "done_reason": self.ollama.stop_reason,
            "total_duration": 4883583458,
            "load_duration": 1334875,
            "prompt_eval_count": question_tokens,
            "prompt_eval_duration": 342546000,
            "eval_count": len(self.ollama.words),
            "eval_duration": 4535599000,
        }
        self.line({**base, **last})
        self.wfile.write(b"0\r\n\r\n")

    def compatible(self, body: dict[str, Any]) -> None:
        self.ollama.asked.append(body)
        message = {"role": "assistant", "content": "".join(self.ollama.words)}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        use = {"prompt_tokens": 5, "completion_tokens": 3, "total_tokens": 8}
        facts = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1}
        self.json(200, {**facts, "model": body["model"], "choices": [choice], "usage": use})

    def line(self, value: dict[str, Any]) -> None:
        self.chunk(json.dumps(value).encode() + b"\n")

    def chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def json(self, status: int, value: dict[str, Any]) -> None:
        self.plain(status, json.dumps(value).encode(), "application/json; charset=utf-8")

    def plain(self, status: int, data: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def serving(server: Ollama) -> Iterator[Ollama]:
    http = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"ollama": server}))
    http.daemon_threads = True
    http.handle_error = lambda *_: None  # type: ignore[method-assign]  # a client may hang up
    server.url = f"http://127.0.0.1:{http.server_port}/v1"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        if server.loading is not None:
            server.loading.set()
        http.shutdown()
        thread.join()
        http.server_close()
