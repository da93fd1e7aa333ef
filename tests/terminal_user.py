"""A person at a terminal: a command on a pseudo-terminal of its own, who reads and then types.

Ctrl+C and Ctrl+D are keys here, not signals: the terminal itself makes of them what it does.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

CTRL_C, CTRL_D = b"\x03", b"\x04"
_PATIENCE = 200
"""Seconds after which a command that says nothing is given up: a hung test, no measurement."""
_OWN = (
    "import fcntl, os, signal, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
)
"""Makes it the terminal of its session: only then are Ctrl+C and Ctrl+D more than characters. And
who runs in the background ignores Ctrl+C, and so would all it starts."""


class TerminalUser:
    """Use as a context manager: what still runs at the end is ended."""

    def __init__(self, argv: Sequence[str], cwd: Path, env: Mapping[str, str]) -> None:
        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-ISc", _OWN, *argv],
            cwd=cwd, env={**env, "TERM": "dumb", "COLUMNS": "200"},
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        )  # fmt: skip
        os.close(slave)
        self.shown = ""
        self._read = 0

    def __enter__(self) -> TerminalUser:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._master)

    def reads(self, text: str) -> None:
        """Wait until a text is shown that was not read before."""
        while (at := self.shown.find(text, self._read)) < 0:
            assert self._more(), f"{text!r} was never shown, but:\n{self.shown}"
        self._read = at + len(text)

    def types(self, line: str) -> None:
        self.presses(line.encode() + b"\n")

    def presses(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def status(self) -> int:
        """Wait for the end, and return the exit status."""
        while self._more():
            pass
        return self._process.wait(_PATIENCE)

    def _more(self) -> bool:
        """Take in what is shown next; False where the last one has closed the terminal."""
        ready, _, _ = select.select([self._master], [], [], _PATIENCE)
        assert ready, f"nothing more is shown:\n{self.shown}"
        try:
            data = os.read(self._master, 65536)
        except OSError:
            return False
        self.shown += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)
