"""A REST API for notes: GET /, GET and POST /notes, GET and DELETE /notes/ID. Kept in memory."""

from __future__ import annotations

import argparse
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

LARGEST = 100_000


class Notes:
    def __init__(self) -> None:
        self.all: dict[str, dict[str, str]] = {}
        self.next = 1

    def add(self, text: str) -> dict[str, str]:
        note = {"id": str(self.next), "text": text}
        self.all[note["id"]] = note
        self.next += 1
        return note


def answered(notes: Notes, method: str, path: str, body: bytes) -> tuple[int, Any]:
    """Return the status and the answer for one request."""
    room, _, name = path.partition("?")[0].strip("/").partition("/")
    if not room:
        return 200, {"notes": "/notes"}
    if room != "notes":
        return 404, {"error": "there is no such page"}
    if method == "POST" and not name:
        try:
            text = json.loads(body)["text"]
        except (ValueError, KeyError, TypeError):
            return 400, {"error": "text is missing"}
        if not isinstance(text, str) or not text.strip():
            return 400, {"error": "text is missing"}
        return 201, notes.add(text)
    if method == "GET" and not name:
        return 200, list(notes.all.values())
    note = notes.all.get(name)
    if note is None:
        return 404, {"error": f"there is no note {name}"}
    if method == "GET":
        return 200, note
    if method != "DELETE":
        return 405, {"error": "a note is read or deleted"}
    del notes.all[name]
    return 204, None


class Handler(BaseHTTPRequestHandler):
    notes: Notes

    def answer(self) -> None:
        length = min(int(self.headers.get("Content-Length") or 0), LARGEST)
        status, said = answered(self.notes, self.command, self.path, self.rfile.read(length))
        text = b"" if said is None else json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_DELETE = do_PUT = answer


def create_server(port: int) -> ThreadingHTTPServer:
    handler = type("Own", (Handler,), {"notes": Notes()})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    given = parser.parse_args(words)
    with create_server(given.port) as server:
        server.serve_forever()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
