"""A station: the world outside, a caller with one backend, listeners and a victim.

A caller that comes to harm is started anew, so that each program finds the same situation.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pickle
import pty
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import tty
from pathlib import Path
from typing import Any

import platformdirs
from hostile_listeners import Listeners, Victim
from hostile_watch import end
from hostile_world import World

from verdigris.sandbox.base import Completed, Sandbox
from verdigris.settings import KEY_VARIABLES

CALLER = Path(__file__).with_name("hostile_caller.py")
ROOM = (
    Path("/var/lib/verdigris-tests")
    if os.geteuid() == 0
    else platformdirs.user_cache_path("verdigris-tests")
)
"""No temporary folder: a sandbox that shows all and covers only those is to be found out."""


class NoAnswer(Exception):
    """The caller did not answer, or is no longer there."""


class Refused(Exception):
    """The sandbox gave up: it said that it failed, and not that the program had ended."""


class Terminal:
    """The caller's terminal. What programs push into it, either way, can be read here."""

    def __init__(self) -> None:
        self._master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.name = os.ttyname(self.slave)
        for end_ in (self._master, self.slave):
            os.set_blocking(end_, False)

    def received(self) -> bytes:
        data = b""
        for descriptor in (self._master, self.slave):
            with contextlib.suppress(BlockingIOError, OSError):
                while more := os.read(descriptor, 65536):
                    data += more
        return data

    def close(self) -> None:
        os.close(self._master)
        os.close(self.slave)


class Station:
    def __init__(self, sandbox: Sandbox | None, patience: float = 8) -> None:
        self.sandbox = sandbox
        self.patience = patience
        """How much longer than a program's wall clock the caller may take to answer."""
        ROOM.mkdir(parents=True, exist_ok=True)
        root = Path(tempfile.mkdtemp(prefix="vg-", dir=ROOM))
        self.world = World(root)
        self.world.make()
        self.listeners = Listeners(self.world.sockets, root.name)
        self.terminal = Terminal()
        self._log = root / "run" / "caller-signals"
        self._start_victim()
        self._start_caller()

    def _start_victim(self) -> None:
        log = self.world.sockets / "victim-signals"
        log.unlink(missing_ok=True)
        self.victim = Victim(self.world.static / "vault", log)

    def _start_caller(self) -> None:
        self._log.unlink(missing_ok=True)
        ours, theirs = socket.socketpair()
        kept = ("VERDIGRIS_", "PYTEST")
        env = {
            **{k: v for k, v in os.environ.items() if not k.startswith(kept)},
            **dict.fromkeys(KEY_VARIABLES, self.world.secret),
            "SSH_AUTH_SOCK": str(self.world.sockets / "agent.sock"),
            "HOME": str(self.world.home),
        }
        command = [
            sys.executable, str(CALLER), str(theirs.fileno()), str(self.world.static),
            str(self._log), f"--password={self.world.secret}",
        ]  # fmt: skip
        with (self.world.sockets / "caller-output").open("ab") as output:
            self.caller = subprocess.Popen(
                command, env=env, stdin=self.terminal.slave, stdout=output, stderr=output,
                pass_fds=[theirs.fileno()], start_new_session=True, cwd=self.world.static,
            )  # fmt: skip
        theirs.close()
        self._channel = ours
        self._send(self.sandbox)

    def _send(self, value: object) -> None:
        data = pickle.dumps(value)
        try:
            self._channel.sendall(struct.pack("<I", len(data)) + data)
        except OSError as error:
            raise NoAnswer(str(error)) from None

    def run(self, seconds: float, **asked: Any) -> Completed:
        """Let the caller run a command; raises NoAnswer when it says nothing for so long."""
        self._send(asked)
        data = self._receive(struct.unpack("<I", self._receive(4, seconds))[0], 5)
        reply = json.loads(data)
        if "error" in reply:
            raise Refused(reply["error"])
        return Completed.model_validate(reply)

    def _receive(self, size: int, seconds: float) -> bytes:
        data = b""
        while len(data) < size:
            if not select.select([self._channel], [], [], seconds)[0]:
                raise NoAnswer(f"no answer for {seconds:g} s")
            try:
                more = self._channel.recv(size - len(data))
            except ConnectionResetError:  # gone without having read all that it was sent
                more = b""
            if not more:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.caller.wait(2)
                raise NoAnswer("the caller has gone")
            data += more
        return data

    def caller_harm(self) -> str:
        """Return what happened to the caller; empty when nothing did."""
        if self.caller.poll() is not None:
            return f"the caller is dead ({self.caller.returncode})"
        if self._log.exists() and (noted := self._log.read_text()):
            return f"the caller was signalled: {noted.split()}"
        return ""

    def restore(self, mark: str) -> None:
        """End what is left of a program and replace whoever came to harm."""
        end(mark)
        if self.victim.harm():
            self.victim.close()
            self._start_victim()
        if self.caller_harm() or not self._channel_is_quiet():
            self._stop_caller()
            self._start_caller()
        self.terminal.received()
        self.listeners.heard = b""

    def _channel_is_quiet(self) -> bool:
        return not select.select([self._channel], [], [], 0)[0]

    def _stop_caller(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.caller.send_signal(signal.SIGCONT)
        self.caller.kill()
        self.caller.wait()
        self._channel.close()

    def renew(self) -> None:
        """Give up a caller that does not answer."""
        self._stop_caller()
        self._start_caller()

    def close(self) -> None:
        self._stop_caller()
        self.victim.close()
        self.listeners.close()
        self.terminal.close()
        shutil.rmtree(self.world.root, ignore_errors=True)


@contextlib.contextmanager
def alone() -> Any:
    """Keep other test processes of this user from changing the same thing of the machine."""
    with (Path(tempfile.gettempdir()) / f"vg-hostile-{os.getuid()}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
