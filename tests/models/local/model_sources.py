"""Sources of a made-up model: a server on loopback, and wheels in a folder."""

from __future__ import annotations

import threading
import zipfile
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path

BODY = bytes(range(256)) * 4096 + b"the end"
PART = 300_000


@dataclass
class FileServer:
    """A real server on loopback with the manners, and the bad manners, of the ones out there."""

    url: str = ""
    body: bytes = BODY
    ranges: bool = True
    status: int | None = None
    cut_after: list[int] = field(default_factory=list)
    """How many bytes each coming request gets before its connection is cut."""
    hold_after: int | None = None
    """Wait here for `release` in the middle of an answer."""
    release: threading.Event = field(default_factory=threading.Event)
    asked: list[str | None] = field(default_factory=list)
    """The Range header of every request."""


def handler(server: FileServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            wanted = self.headers.get("Range")
            server.asked.append(wanted)
            start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
            if server.status:
                self.send_error(server.status)
                return
            if not server.ranges:
                start = 0
            body, total = server.body[start:], len(server.body)
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{total - 1}/{total}")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if server.cut_after:
                self.wfile.write(body[: server.cut_after.pop(0)])
                return
            if server.hold_after is not None:
                self.wfile.write(body[: server.hold_after])
                self.wfile.flush()
                body = body[server.hold_after :]
                server.release.wait(60)
            self.wfile.write(body)

    return Handler


def write_wheel(folder: Path, number: int, body: bytes) -> Path:
    package, info = f"tiny_part{number}", f"tiny_part{number}-1.0.dist-info"
    path = folder / f"{package}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{package}/__init__.py", "raise SystemExit('never imported')")
        archive.writestr(f"{package}/data/part{number:02}.bin", body)
        archive.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tiny-part{number}\nVersion: 1.0\n"
        )
        archive.writestr(
            f"{info}/WHEEL",
            "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        archive.writestr(f"{info}/RECORD", "")
    return path
