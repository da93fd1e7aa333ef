"""A graph database that speaks Bolt, as its own process: ArcadeDB, which Neo4j's driver and Cypher
take for Neo4j, but which is not Neo4j. One for all workers of a session; the last one stops it.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from verdigris.core.graph import NodeKind

USER, PASSWORD, DATABASE = "root", "let-me-in-please", "graph"


class Bolt(NamedTuple):
    url: str
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        return {
            "VERDIGRIS_GRAPH__URL": self.url,
            "VERDIGRIS_GRAPH__USER": USER,
            "VERDIGRIS_GRAPH__DATABASE": DATABASE,
            "NEO4J_PASSWORD": PASSWORD,
            # How quick this machine is is no matter here.
            "VERDIGRIS_GRAPH__TIMEOUT_SECONDS": "30",
        }

    def run(self, text: str, **parameters: Any) -> list[dict[str, Any]]:
        """Ask the server itself, past all of our own code."""
        from neo4j import GraphDatabase

        with GraphDatabase.driver(self.url, auth=(USER, PASSWORD)) as driver:
            records, _, _ = driver.execute_query(text, parameters, database_=DATABASE)
        return [record.data() for record in records]

    def clear(self) -> None:
        self.run("MATCH (n) DETACH DELETE n")


def start(folder: Path) -> tuple[int, int]:
    """Start a server; return its process and its port."""
    found = find_spec("arcadedb_embedded")
    if found is None or found.origin is None:
        pytest.skip("arcadedb-embedded is not installed")
    package = Path(found.origin).parent
    port, http = _free_port(), _free_port()
    options = {
        "server.rootPath": folder, "server.rootPassword": PASSWORD,
        "server.plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
        "bolt.host": "127.0.0.1", "bolt.port": port,
        "server.httpIncomingHost": "127.0.0.1", "server.httpIncomingPort": http,
        "server.defaultDatabases": f"{DATABASE}[root]",
    }  # fmt: skip
    command = [
        "jre/bin/java", "-Xmx256m", "-XX:+UseSerialGC", "--add-modules", "jdk.incubator.vector",
        "--add-opens", "java.base/java.nio=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
        *(f"-Darcadedb.{name}={value}" for name, value in options.items()),
        "-cp", "jars/*", "com.arcadedb.server.ArcadeDBServer",
    ]  # fmt: skip
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=package, stdout=log, stderr=log, start_new_session=True
        )
    return process.pid, port


def wait_until_it_answers(url: str, folder: Path, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            Bolt(url, folder).run("RETURN 1 AS one")
            return
        except Exception:
            if time.monotonic() > until:
                log = (folder / "server.log").read_text("utf-8", "replace")
                raise AssertionError(f"the server did not start: {log[-2000:]}") from None
        time.sleep(0.1)


def stop(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(process, 0)


@contextmanager
def shared(root: Path) -> Iterator[Bolt]:
    """Use the server of this test session, starting it where this is the first to ask."""
    folder = root / "bolt"
    folder.mkdir(exist_ok=True)
    book = folder / "users.json"
    with _locked(folder):
        state = json.loads(book.read_text()) if book.exists() else {}
        if not state.get("users"):
            process, port = start(folder)
            state = {"process": process, "url": f"bolt://127.0.0.1:{port}", "users": 0}
            wait_until_it_answers(state["url"], folder)
            # ArcadeDB makes a type of each pair of labels when it first sees it, and not for two
            # writers at once; to Neo4j labels are no types.
            for kind in get_args(NodeKind):
                Bolt(state["url"], folder).run(f"CREATE (:{kind}:Verdigris {{id: '{kind}'}})")
        state["users"] += 1
        book.write_text(json.dumps(state))
    try:
        yield Bolt(state["url"], folder)
    finally:
        with _locked(folder):
            state = json.loads(book.read_text())
            state["users"] -= 1
            book.write_text(json.dumps(state))
            if not state["users"]:
                stop(state["process"])


@contextmanager
def only_one(bolt: Bolt) -> Iterator[Bolt]:
    """Have the server to oneself, and empty: the workers of a session share it."""
    with (bolt.folder / "in-use").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        bolt.clear()
        yield bolt


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture(scope="session")
def bolt_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bolt]:
    root = tmp_path_factory.getbasetemp()
    # With xdist each worker has a folder of its own below the session's.
    with shared(root.parent if "PYTEST_XDIST_WORKER" in os.environ else root) as bolt:
        yield bolt


@pytest.fixture
def bolt(bolt_server: Bolt) -> Iterator[Bolt]:
    with only_one(bolt_server) as one:
        yield one
