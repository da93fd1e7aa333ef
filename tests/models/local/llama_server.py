#!/usr/bin/env python3
"""Stands where a `llama-server` program would: the same words, the same addresses, no model.

Reads `mode.json` beside itself for what it should do badly, and notes its arguments in
`started.jsonl`. Needs nothing but the standard library.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).parent
WORDS = ["def", " mean", "(values)", ":", " ..."]
OLD = """--model --alias --host --port --parallel --ctx-size --batch-size --ubatch-size --threads
--threads-batch --slots --no-webui --lora --flash-attn --cache-type-k --cache-type-v"""
NEW = """--cache-ram --no-ui --jinja --spec-type --spec-ngram-simple-size-n
--spec-ngram-simple-size-m"""


def mode() -> dict:
    file = HERE / "mode.json"
    return json.loads(file.read_text()) if file.exists() else {}


def wait_for(name: str) -> None:
    while not (HERE / name).exists():
        time.sleep(0.01)


class Handler(BaseHTTPRequestHandler):
    busy = 0

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        if self.path != "/health" and self.is_stranger():
            return
        if self.path == "/slots" and (said := mode().get("slots")) is not None:
            self.reply(said["status"], said["body"].encode())
            return
        known = {"/health": {"status": "ok"}, "/slots": [{"is_processing": Handler.busy > 0}]}
        self.reply(200, json.dumps(known[self.path]).encode())

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.is_stranger():
            return
        (HERE / "asked.json").write_text(json.dumps(body))
        if refusal := mode().get("refusal"):
            self.reply(refusal["status"], refusal["body"].encode())
            return
        Handler.busy += 1
        try:
            self.answer(body)
        except OSError:
            (HERE / "hung-up").touch()
        finally:
            Handler.busy -= 1

    def is_stranger(self) -> bool:
        if self.headers["Authorization"] == f"Bearer {os.environ['LLAMA_API_KEY']}":
            return False
        self.reply(401, b'{"error":{"message":"Invalid API Key"}}')
        return True

    def answer(self, body: dict) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        doing = mode()
        if doing.get("slow_with") in sys.argv:
            time.sleep(0.3)
        for number, word in enumerate(WORDS):
            time.sleep(doing.get("pace", 0))
            if doing.get("die_at") == number:
                os._exit(9)
            if doing.get("hold_at") == number:
                (HERE / "holding").touch()
                while not (HERE / "go-on").exists():  # a comment a while, as the real one sends
                    self.event(":")
                    time.sleep(0.02)
            for index in range(body["n"]):
                self.choice(index, {"content": f"{word}"}, None)
        for index in reversed(range(body["n"])):
            reason = "length" if index else "stop"
            timings = {"prompt_n": 3, "cache_n": 7, "predicted_n": len(WORDS) + index}
            self.choice(index, {}, reason, timings=timings)
        self.event("data: [DONE]")

    def choice(self, index: int, delta: dict, reason: str | None, **more: object) -> None:
        choice = {"index": index, "delta": delta, "finish_reason": reason}
        self.event("data: " + json.dumps({"choices": [choice], **more}))

    def event(self, line: str) -> None:
        self.wfile.write(f"{line}\n\n".encode())
        self.wfile.flush()

    def reply(self, status: int, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def main() -> None:
    doing = mode()
    if "--help" in sys.argv:
        sys.stdout.write(OLD if doing.get("old") else f"{OLD} {NEW}")
        return
    with (HERE / "started.jsonl").open("a") as log:
        log.write(json.dumps([os.getpid(), *sys.argv[1:]]) + "\n")
    if (says := doing.get("fails")) and doing.get("unless") not in sys.argv:
        sys.stderr.write(says)
        raise SystemExit(doing.get("status", 1))
    port = int(sys.argv[sys.argv.index("--port") + 1])
    if doing.get("port_is_taken") and not (HERE / "taken").exists():
        (HERE / "taken").touch()
        thief = socket.create_server(("127.0.0.1", port))
        if os.fork() == 0:  # holds the port, and this program gives up, as it does in a race
            wait_for("go-on")
            os._exit(0)
        thief.close()
        raise SystemExit(1)
    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()


if __name__ == "__main__":
    main()
