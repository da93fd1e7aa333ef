"""Who listens outside: TCP, UDP and unix sockets, and a victim process with a secret in memory."""

from __future__ import annotations

import contextlib
import os
import secrets
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

_VICTIM = """
import os, signal, sys, ctypes
ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # should the tests be killed, it ends with them
secret = bytearray(open(sys.argv[1], "rb").read())
held = os.open(sys.argv[1], os.O_RDONLY)
def note(number, frame):
    with open(sys.argv[2], "a") as log:
        log.write(signal.Signals(number).name + "\\n")
for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGURG, signal.SIGCONT):
    signal.signal(number, note)
address = ctypes.addressof((ctypes.c_char * len(secret)).from_buffer(secret))
print(address, len(secret), held, flush=True)
while True:
    signal.pause()
"""


class Listeners:
    """Hears everything that reaches the machine's loopback and its unix sockets."""

    def __init__(self, folder: Path, mark: str) -> None:
        self._selector = selectors.DefaultSelector()
        self.heard = b""
        self.values: dict[str, object] = {}
        self._listen("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))
        self._listen("tcp6", socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0))
        self._listen("udp", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0))
        self._listen("udp6", socket.AF_INET6, socket.SOCK_DGRAM, ("::1", 0))
        for name in ("agent", "docker"):
            self._listen(name, socket.AF_UNIX, socket.SOCK_STREAM, str(folder / f"{name}.sock"))
        self._listen("log", socket.AF_UNIX, socket.SOCK_DGRAM, str(folder / "log.sock"))
        self._listen("abstract", socket.AF_UNIX, socket.SOCK_STREAM, f"\0vg-{mark}")
        if os.geteuid() == 0:
            self._listen("icmp", socket.AF_INET, socket.SOCK_RAW, None)
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._hear, daemon=True)
        self._thread.start()

    def _listen(self, name: str, family: int, kind: int, address: object) -> None:
        protocol = socket.IPPROTO_ICMP if kind == socket.SOCK_RAW else 0
        try:
            listener = socket.socket(family, kind, protocol)
            if address is not None:
                listener.bind(address)  # type: ignore[arg-type]
        except OSError:
            return  # no IPv6 here; the program that wants it finds no address
        if kind == socket.SOCK_STREAM:
            listener.listen()
        listener.setblocking(False)
        self._selector.register(listener, selectors.EVENT_READ, kind)
        bound = listener.getsockname() if address is not None else 0
        self.values[name] = bound[1] if isinstance(bound, tuple) else bound
        if isinstance(bound, bytes):
            self.values[name] = bound.decode().lstrip("\0")

    def _hear(self) -> None:
        while not self._ending.is_set():
            for key, _ in self._selector.select(0.2):
                with contextlib.suppress(OSError):
                    self._take(key)

    def _take(self, key: selectors.SelectorKey) -> None:
        listener: socket.socket = key.fileobj  # type: ignore[assignment]
        if key.data != socket.SOCK_STREAM:
            self.heard += listener.recv(4096)
            return
        connection, _ = listener.accept()
        with connection:
            connection.settimeout(0.5)
            self.heard += connection.recv(4096)

    def settle(self) -> None:
        """Wait until everything that was sent before this call has been heard."""
        word = secrets.token_bytes(8)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.sendto(word, ("127.0.0.1", self.values["udp"]))
        deadline = time.monotonic() + 2
        while word not in self.heard and time.monotonic() < deadline:
            time.sleep(0.002)

    def close(self) -> None:
        self._ending.set()
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()


class Victim:
    """Another process of the same user."""

    def __init__(self, vault: Path, log: Path) -> None:
        self._log = log
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _VICTIM, str(vault), str(log)],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout
        address, size, held = map(int, self._process.stdout.readline().split())
        self.values = {
            "victim": self._process.pid, "address": address, "size": size, "held": held,
        }  # fmt: skip
        self._before = self._state()

    def _state(self) -> dict[str, str]:
        pid = self._process.pid
        status = Path(f"/proc/{pid}/status").read_text()
        wanted = ("TracerPid", "Cpus_allowed_list")
        rows = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
        return {
            **{name: rows[name].strip() for name in wanted},
            "stopped": str(rows["State"].strip().startswith(("T", "t"))),
            "limits": Path(f"/proc/{pid}/limits").read_text(),
            "nice": str(os.getpriority(os.PRIO_PROCESS, pid)),
            "oom": Path(f"/proc/{pid}/oom_score_adj").read_text(),
        }

    def harm(self) -> str:
        """Return what happened to it since it was started; empty when nothing did."""
        if self._process.poll() is not None:
            return f"the victim is dead ({self._process.returncode})"
        if self._log.exists() and (noted := self._log.read_text()):
            return f"the victim was signalled: {noted.split()}"
        now = self._state()
        return ", ".join(f"the victim's {k} changed" for k in now if now[k] != self._before[k])

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGCONT)
        self._process.kill()
        self._process.wait()
        assert self._process.stdout
        self._process.stdout.close()
        self._log.unlink(missing_ok=True)
