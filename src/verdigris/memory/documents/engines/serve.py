"""The process that a library works in: requests come in and answers go out, one JSON object a line.

Neither library lets two processes have a folder open. So it is opened under a lock, kept open as
long as requests follow each other, and let go as soon as they pause.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Protocol

ENGINES = {"chroma": "ChromaEngine", "mem0": "Mem0Engine"}
IDLE_SECONDS = 0.1
"""After this long without a request the folder is let go."""
LOCK_SECONDS = 10.0
"""How long another process may have the folder before we give up."""
LOCK = "verdigris.lock"

Row = dict[str, Any]
"""A document: id, meta, body, words, and for keeping its vector or None."""


class Engine(Protocol):
    """An open folder. Raises whatever the library raises; opening it made what was not there."""

    def __init__(self, folder: Path, space: str, dimension: int) -> None: ...

    def put(self, documents: list[Row]) -> None: ...

    def get(self, ids: list[str]) -> list[Row]: ...

    def find(self, where: dict[str, Any], limit: int) -> list[Row]: ...

    def nearest(self, vector: list[float], where: dict[str, Any], limit: int) -> list[Any]: ...

    def lacking(self, limit: int) -> list[Row]:
        """Return documents with words that have no vector in this space yet."""
        ...

    def fill(self, documents: list[Row]) -> None:
        """Keep the vectors of documents."""
        ...

    def delete(self, ids: list[str]) -> None: ...

    def count(self, where: dict[str, Any]) -> int: ...

    def close(self) -> None: ...


class Busy(Exception):
    pass


class Holder:
    """The folder that is open, if one is, and the lock on it."""

    def __init__(self, kind: type[Engine]) -> None:
        self._kind = kind
        self._open: tuple[tuple[str, str, int], Engine, int] | None = None

    def engine(self, folder: str, space: str, dimension: int) -> Engine:
        wanted = (folder, space, dimension)
        if self._open is None or self._open[0] != wanted:
            self.let_go()
            Path(folder).mkdir(parents=True, exist_ok=True)
            lock = _locked(Path(folder) / LOCK)
            try:
                self._open = wanted, self._kind(Path(folder), space, dimension), lock
            except BaseException:
                os.close(lock)
                raise
        return self._open[1]

    def let_go(self) -> None:
        if self._open is not None:
            _, engine, lock = self._open
            self._open = None
            try:
                engine.close()
            finally:
                os.close(lock)


def _locked(path: Path) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    until = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            if time.monotonic() > until:
                os.close(descriptor)
                raise Busy from None
            time.sleep(0.02)


def serve(kind: type[Engine], requests: int, answers: BinaryIO) -> None:
    holder = Holder(kind)
    for line in _lines(requests, holder):
        answers.write(json.dumps(_answer(holder, line)).encode() + b"\n")
        answers.flush()
    holder.let_go()


def _lines(requests: int, holder: Holder) -> Iterator[bytes]:
    held = bytearray()
    while True:
        if not select.select([requests], [], [], IDLE_SECONDS)[0]:
            holder.let_go()
        piece = os.read(requests, 1 << 20)
        if not piece:
            return
        *whole, rest = piece.split(b"\n")
        for end in whole:
            held += end
            yield bytes(held)
            held.clear()
        held += rest


def _answer(holder: Holder, line: bytes) -> dict[str, Any]:
    try:
        asked = json.loads(line)
        engine = holder.engine(asked["folder"], asked["space"], asked["dimension"])
        return {"answer": getattr(engine, asked["what"])(**asked["with"])}
    except Busy:
        return {"busy": True}
    except Exception as error:  # whatever a library raises is an answer, not our end
        holder.let_go()
        return {"fault": f"{type(error).__name__}: {error}"[:1000]}


def main() -> None:
    # What a library prints must not be taken for an answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        module = import_module(f"verdigris.memory.documents.engines.{sys.argv[1]}")
    except ImportError as error:
        answers.write(json.dumps({"absent": str(error)[:300]}).encode() + b"\n")
        answers.close()
        return
    answers.write(b'{"ready": true}\n')
    answers.flush()
    serve(getattr(module, ENGINES[sys.argv[1]]), 0, answers)


if __name__ == "__main__":
    main()
