"""A server on loopback that speaks Mem0's documented API, well or badly.

Adding is asynchronous, as it is there: a memory can be found once its event has been asked about.
Filters are taken strictly. `acts` are what it does instead with the next requests.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from verdigris.vectors.hashed import HashedEmbedder

KEY = "m0-key-for-tests"
ENTITIES = ("user_id", "agent_id", "app_id", "run_id")


@dataclass
class Mem0Server:
    url: str = ""
    key: str = KEY
    memories: dict[str, dict[str, Any]] = field(default_factory=dict)
    events: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: list[tuple[str, str, Any]] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    fails: bool = False
    """Whether what is added fails in the background."""
    slowness: int = 0
    """How often an event is pending before it is done."""
    released: threading.Event = field(default_factory=threading.Event)
    """Set at the end, so that no request outlives the test."""

    def answer(self, method: str, path: str, query: dict[str, str], said: Any) -> tuple[int, Any]:
        if (method, path) == ("POST", "/v3/memories/add/"):
            return self.add(said)
        if (method, path) == ("POST", "/v3/memories/"):
            return self.page(said, query)
        if (method, path) == ("POST", "/v3/memories/search/"):
            return self.search(said)
        if found := re.fullmatch(r"/v1/event/([\w-]+)/", path):
            return self.event(found[1])
        if found := re.fullmatch(r"/v1/memories/([\w-]+)/", path):
            return self.one(method, found[1], said)
        return 404, {"detail": "Not found."}

    def add(self, said: Any) -> tuple[int, Any]:
        if said.get("infer") is not False or not any(said.get(name) for name in ENTITIES):
            return 400, {"error": "at least one entity id is required"}
        if len(json.dumps(said.get("metadata"))) > 2000:
            return 400, {"error": "metadata must be below 2000 characters"}
        [message] = said["messages"]
        memory = {
            "id": str(uuid.uuid4()),
            "memory": message["content"],
            "metadata": said["metadata"],
            **{name: said.get(name) for name in ENTITIES},
        }
        event = str(uuid.uuid4())
        self.events[event] = {"memory": memory, "left": self.slowness}
        return 200, {"message": "queued", "status": "PENDING", "event_id": event}

    def event(self, name: str) -> tuple[int, Any]:
        event = self.events[name]
        if event["left"] > 0:
            event["left"] -= 1
            return 200, {"id": name, "status": "PENDING"}
        if self.fails:
            return 200, {"id": name, "status": "FAILED"}
        self.memories[event["memory"]["id"]] = event["memory"]
        return 200, {"id": name, "status": "SUCCEEDED"}

    def page(self, said: Any, query: dict[str, str]) -> tuple[int, Any]:
        found = self.found(said)
        if found is None:
            return 400, {"error": "invalid filters"}
        number, size = int(query.get("page", 1)), int(query.get("page_size", 100))
        more = f"?page={number + 1}" if len(found) > number * size else None
        results = found[(number - 1) * size : number * size]
        return 200, {"count": len(found), "next": more, "previous": None, "results": results}

    def search(self, said: Any) -> tuple[int, Any]:
        found = self.found(said)
        if found is None or not str(said.get("query", "")).strip():
            return 400, {"error": "invalid filters or query"}
        texts = [said["query"], *(one["memory"] for one in found)]
        asked, *vectors = asyncio.run(HashedEmbedder().embed(texts))
        for one, vector in zip(found, vectors, strict=True):
            one["score"] = sum(a * b for a, b in zip(asked, vector, strict=True))
        found.sort(key=lambda one: -one["score"])
        return 200, {"results": found[: said.get("top_k", 10)]}

    def one(self, method: str, name: str, said: Any) -> tuple[int, Any]:
        if name not in self.memories:
            return 404, {"detail": "Memory not found."}
        if method == "DELETE":
            del self.memories[name]
            return 204, None
        if method == "PUT":
            self.memories[name]["memory"] = said["text"]
            self.memories[name]["metadata"] = said["metadata"]
        return 200, self.memories[name]

    def found(self, said: Any) -> list[dict[str, Any]] | None:
        filters = said.get("filters")
        if any(name in said for name in ENTITIES) or not isinstance(filters, dict):
            return None
        try:
            return [
                dict(one)
                for one in self.memories.values()
                if all(fits(one, root, filters[root]) for root in filters)
                # What is not asked about must be empty.
                and not any(one[name] for name in ENTITIES if name not in json.dumps(filters))
            ]
        except KeyError:
            return None


def fits(memory: dict[str, Any], field: str, wanted: Any) -> bool:
    if field == "AND":
        return all(fits(memory, name, one[name]) for one in wanted for name in one)
    if field == "OR":
        return any(fits(memory, name, one[name]) for one in wanted for name in one)
    if field == "metadata":
        return all(memory["metadata"].get(key) == value for key, value in wanted.items())
    if field in ENTITIES:
        return bool(memory[field] == wanted)
    raise KeyError(field)


Act = Callable[[Mem0Server, BaseHTTPRequestHandler], None]


def says(status: int, body: bytes = b"{}", **headers: str) -> Act:
    def act(server: Mem0Server, handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return act


def drips(server: Mem0Server, handler: BaseHTTPRequestHandler) -> None:
    """Send a byte now and then, for ever."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    while not server.released.wait(0.02):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def hangs_up(server: Mem0Server, handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{")
    handler.close_connection = True


def well(server: Mem0Server, handler: Any) -> None:
    handler.well()


@contextmanager
def mem0_server() -> Iterator[Mem0Server]:
    server = Mem0Server()
    turn = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            pass

        def handle_one(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            data = self.rfile.read(length)
            self.said = json.loads(data) if data else None
            with turn:
                server.asked.append((self.command, self.path, self.said))
                act = server.acts.pop(0) if server.acts else well
            try:
                act(server, self)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def well(self) -> None:
            split = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(split.query).items()}
            if self.headers.get("Authorization") != f"Token {server.key}":
                status, said = 401, {"detail": "Invalid token."}
            else:
                with turn:
                    status, said = server.answer(self.command, split.path, query, self.said)
            body = b"" if said is None else json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PUT = do_DELETE = handle_one

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening.daemon_threads = True
    server.url = f"http://127.0.0.1:{listening.server_address[1]}"
    thread = threading.Thread(target=listening.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        listening.shutdown()
        listening.server_close()
        thread.join()
