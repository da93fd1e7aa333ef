"""The process that runs the hostile programs: it stands for Verdigris, and may come to harm.

It holds what a careless caller holds: secrets in its variables, its arguments and its session
keyring, inheritable descriptors, a terminal. `bare` is the careless way of running a program, with
no sandbox at all: it shows that the programs work.

Start: `hostile_caller.py SOCKET STATIC LOG`, the pickled sandbox first on SOCKET.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import fcntl
import json
import os
import pickle
import platform
import signal
import socket
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

from verdigris.errors import VerdigrisError
from verdigris.sandbox.base import Completed, Limits, Sandbox, View

VAULT, FOLDER, LEDGER = 57, 58, 59
_ADD_KEY, _KEYCTL = (248, 250) if platform.machine() == "x86_64" else (217, 219)
_JOIN_SESSION, _SESSION = 1, -3


class Bare:
    """No sandbox: what `os.system` would do, but for the output, which is wanted as evidence."""

    name = "bare"
    isolates = False

    async def run(
        self, command: list[str], *, cwd: Path, env: dict[str, str], limits: Limits, view: View
    ) -> Completed:
        return await asyncio.to_thread(self._run, command, cwd, env)

    def _run(self, command: list[str], cwd: Path, env: dict[str, str]) -> Completed:
        # To a file and not by a pipe: a daemon that keeps a pipe open must not be waited for.
        with (cwd.parent / "bare-output").open("w+b") as output:
            process = subprocess.Popen(
                command, cwd=cwd, env={**os.environ, **env}, close_fds=False,
                stdout=output, stderr=subprocess.STDOUT,
            )  # fmt: skip
            try:
                code = process.wait(12)
            except subprocess.TimeoutExpired:
                process.kill()
                code = process.wait()
            output.seek(0)
            text = output.read(64 << 20).decode("utf-8", "replace")
        Path(output.name).unlink(missing_ok=True)
        return Completed(exit_code=code, ended_by="exit", output=text)


def _hold(static: Path) -> None:
    for number, flags, name in (
        (VAULT, os.O_RDONLY, "vault"),
        (FOLDER, os.O_RDONLY, "."),
        (LEDGER, os.O_RDWR, "ledger"),
    ):
        os.dup2(os.open(static / name, flags), number, inheritable=True)
    secret = (static / "vault").read_bytes()
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall(_KEYCTL, _JOIN_SESSION, None)
    libc.syscall(_ADD_KEY, b"user", b"vg-key", secret, len(secret), _SESSION)


def _note_signals(log: Path) -> None:
    def note(number: int, frame: object) -> None:
        with log.open("a") as file:
            file.write(f"{signal.Signals(number).name}\n")

    for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGURG, signal.SIGCONT, signal.SIGWINCH):
        signal.signal(number, note)
    # Background programs that write to the terminal must not stop the caller.
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)


def _exchange(channel: socket.socket) -> Any:
    (size,) = struct.unpack("<I", _exactly(channel, 4))
    return pickle.loads(_exactly(channel, size))


def _exactly(channel: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = channel.recv(size - len(data))
        if not more:
            raise SystemExit
        data += more
    return data


def main() -> None:
    # Out of the way first: the number it came with can be one of those that are held below.
    given = int(sys.argv[1])
    channel = socket.socket(fileno=fcntl.fcntl(given, fcntl.F_DUPFD_CLOEXEC, LEDGER + 1))
    os.close(given)
    with contextlib.suppress(OSError):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    _hold(Path(sys.argv[2]))
    _note_signals(Path(sys.argv[3]))
    sandbox: Sandbox = _exchange(channel) or Bare()
    while True:
        asked = _exchange(channel)
        try:
            done = asyncio.run(sandbox.run(**asked))
            reply = done.model_dump(mode="json")
        except (VerdigrisError, OSError) as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        data = json.dumps(reply).encode()
        channel.sendall(struct.pack("<I", len(data)) + data)


if __name__ == "__main__":
    main()
