"""One level of the warm worker: takes jobs, forks a child for each, tells how the child ended.

Standard library only, Python 3.8 and up. `Server.serve` returns in the children only. A child is
not trusted: it runs in a session of its own, under limits of its own, and when it has ended
everything it started is killed before the next job is taken.
"""

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import sys
import time
import warnings

from verdigris_warm_swap import Refused
from verdigris_warm_tree import Spoilt
from verdigris_warm_up import settle_down

_LONGEST = 16 * 1024 * 1024
_ROUNDS = 200
SCOUT_SECONDS = 90


def connect(door, level):
    """Return a connection on which the caller hears of a level, also of its end."""
    line = socket.socket(socket.AF_UNIX)
    line.connect(door)
    say(line, {"level": level})
    return line


def say(line, message):
    line.sendall(json.dumps(message).encode() + b"\n")


class Server:
    def __init__(self, line, tree, prepare):
        self._line = line
        self._reader = line.makefile("rb")
        self._tree = tree
        self._prepare = prepare
        """Checks a job and returns what the child needs. Raises Refused."""
        self.deeper = None
        """The process of the next level, which is no stray."""

    def close(self):
        self._reader.close()
        self._line.close()

    def refuse(self, reason):
        """Say that no candidate can be tried here, and end."""
        self._send({"refuses": reason})
        os._exit(0)

    def serve(self, **hello):
        """Take jobs for ever. Returns (job, what `prepare` said) in the child of each."""
        adopt_orphans()
        settle_down()
        self._send({"ready": True, **hello})
        while True:
            job = self._next()
            try:
                ready = self._prepare(job)
            except Refused as reason:
                self._send({"id": job["id"], "refused": str(reason)})
                continue
            self._tree.put(job["places"])
            self._tree.note(job.get("touched", ()))
            sys.stdout.flush()
            sys.stderr.flush()
            started = time.monotonic()
            child = fork()
            if not child:
                os.setsid()
                self.close()
                return job, ready
            self._send(self._outcome(child, job, started))

    def _next(self):
        text = self._reader.readline(_LONGEST)
        if not text.endswith(b"\n"):
            os._exit(0)  # the caller has gone
        return json.loads(text.decode("utf-8"))

    def _send(self, message):
        say(self._line, message)

    def _outcome(self, child, job, started):
        ended, status = _wait(child, started + job["wall"], job["output"], job["output_kb"] * 1024)
        reply = {
            "id": job["id"],
            "ended": ended,
            "status": status,
            "seconds": time.monotonic() - started,
            "spoilt": "",
            "refusals": job.get("refusals", []),
        }
        try:
            kill_strays(self.deeper)
            left = self._tree.restore()
            if left and job["variants"]:
                reply["leaked"] = "a test leaves files behind: %s" % left[0][:200]
        except Spoilt as reason:
            reply["spoilt"] = str(reason)
        shutil.rmtree(job["scratch"], ignore_errors=True)
        return reply


def kill_strays(spared):
    """Kill what a child left behind; orphans have become our own children."""
    for _ in range(_ROUNDS):
        strays = [pid for pid in _children() if pid != spared]
        if not strays:
            return
        for pid in strays:
            _kill(os.kill, pid)
        for pid in strays:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
    raise Spoilt("processes of a candidate could not be ended")


def fork():
    with warnings.catch_warnings():
        # From 3.12 on Python warns of native threads; what came of them is judged by the caller.
        warnings.simplefilter("ignore")
        return os.fork()


def wait_and_kill(child, seconds):
    """Wait for a child that is not a candidate, and kill all it left behind."""
    adopt_orphans()
    _wait(child, time.monotonic() + seconds, os.devnull, 1)
    kill_strays(None)


def _wait(child, deadline, output, most):
    """Wait for a child up to its limits, kill its group; return what ended it and its status."""
    ended = "exit"
    handle = os.pidfd_open(child) if hasattr(os, "pidfd_open") else None
    pause = 0.001
    try:
        while True:
            left = deadline - time.monotonic()
            if handle is None:
                time.sleep(pause)
                pause = min(pause * 1.5, 0.05)
            else:
                select.select([handle], [], [], max(0.0, min(left, 0.1)))
            # Looked at, not taken: until it is taken its number, and its group's, are its own.
            if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                break
            if _size(output) > most:
                ended = "output"
                break
            if left <= 0:
                ended = "wall"
                break
    finally:
        if handle is not None:
            os.close(handle)
    _kill(os.killpg, child)
    _kill(os.kill, child)
    _, status = os.waitpid(child, 0)
    if ended == "exit" and _size(output) > most:
        ended = "output"
    return ended, status


def _size(path):
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def _kill(how, pid):
    with contextlib.suppress(ProcessLookupError, PermissionError):
        how(pid, signal.SIGKILL)


def _children():
    try:
        with open("/proc/self/task/%d/children" % os.getpid()) as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


def adopt_orphans():
    """Become the parent of every descendant that loses its own, where the system knows how."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    except Exception:
        pass
