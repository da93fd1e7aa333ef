"""What the tests of shared memories start: a Chroma server, Mem0's API, and the libraries' boxes.

Each is started once for a whole run of tests, because its library takes seconds to import; every
test has a folder, a database or a server of its own.
"""

from __future__ import annotations

import importlib.util
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from mem0_server import Mem0Server, mem0_server
from verdigris.memory.documents.boxed import Box, EngineName


def require(package: str, extra: str) -> None:
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed (pip install 'verdigris[{extra}]')")


def box(engine: EngineName) -> Iterator[Box]:
    opened = Box(engine)
    try:
        yield opened
    finally:
        opened.close()


@pytest.fixture(scope="session")
def chroma_box() -> Iterator[Box]:
    require("chromadb", "chroma")
    yield from box("chroma")


@pytest.fixture(scope="session")
def mem0_box() -> Iterator[Box]:
    require("mem0", "mem0")
    yield from box("mem0")


@pytest.fixture(scope="session")
def chroma_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    require("chromadb", "chroma")
    folder = tmp_path_factory.mktemp("chroma-server")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = Path(sys.executable).with_name("chroma")
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [program, "run", "--path", folder / "data", "--host", "127.0.0.1", "--port", str(port)],
            stdout=log,
            stderr=log,
            cwd=folder,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + 60
        while True:
            try:
                httpx.get(f"{url}/api/v2/heartbeat", timeout=2).raise_for_status()
                break
            except httpx.HTTPError:
                assert process.poll() is None, (folder / "log").read_text()
                assert time.monotonic() < until, "the Chroma server does not come up"
                time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture
def chroma_url(chroma_process: str) -> str:
    """The address of a database of its own on a Chroma server."""
    name = f"test-{uuid.uuid4().hex}"
    made = httpx.post(
        f"{chroma_process}/api/v2/tenants/default_tenant/databases", json={"name": name}
    )
    made.raise_for_status()
    return f"chroma+{chroma_process}/default_tenant/{name}"


@pytest.fixture
def mem0_service() -> Iterator[Mem0Server]:
    with mem0_server() as server:
        yield server
