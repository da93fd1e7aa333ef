"""A server on loopback that speaks `/v1/embeddings` and Ollama's `/api/embed`, well or badly."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from verdigris.vectors.hashed import hashed


@dataclass
class Embeddings:
    url: str = ""
    asked: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)
    status: int = 200
    answer: Any = None
    """Said instead of the right answer."""
    location: str = ""
    drips: bool = False
    """Whether an answer comes a byte at a time, and never ends."""
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def sent(self) -> str:
        return json.dumps([body for _, _, body in self.asked])


@contextmanager
def embedding_server() -> Iterator[Embeddings]:
    server = Embeddings()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = json.loads(self.rfile.read(length))
            server.asked.append((self.path, dict(self.headers), body))
            # Not of length one: that is for the client to see to.
            vectors = [[3.0 * value for value in hashed(text)] for text in body["input"]]
            if self.path == "/api/embed":
                said: Any = {"model": body["model"], "embeddings": vectors}
            else:
                rows = [{"index": n, "embedding": v} for n, v in enumerate(vectors)]
                said = {"object": "list", "data": rows[::-1]}
            data = said if server.answer is None else server.answer
            raw = data if isinstance(data, bytes) else json.dumps(data).encode()
            self.send_response(server.status)
            if server.location:
                self.send_header("Location", server.location)
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            while server.drips and not server.over.wait(0.05):
                try:
                    self.wfile.write(b" ")
                    self.wfile.flush()
                except OSError:
                    return
            self.wfile.write(raw)

        def log_message(self, *said: object) -> None:
            """Say nothing: the tests look at what was asked."""

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.url = f"http://127.0.0.1:{listening.server_port}"
    thread = threading.Thread(target=listening.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        listening.shutdown()
        listening.server_close()
        thread.join()
