"""What ended a command, judged from what was seen: evidence before words, words before nothing."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from verdigris.sandbox.base import Limits
from verdigris.sandbox.keeping import Kept, Report
from verdigris.sandbox.outcome import completed


def judged(output: str = "", overflow: bool = False, **report: Any) -> tuple[str, int | None]:
    kept = Kept(report=Report(**report), output=output, overflow=overflow, seconds=1.0)
    done = completed(kept, Limits(cpu_seconds=5))
    assert bool(done.message) == (done.ended_by != "exit")
    return done.ended_by, done.exit_code


@pytest.mark.parametrize(
    ("seen", "ended"),
    [
        ({"exit": 0}, ("exit", 0)),
        ({"exit": 3}, ("exit", 3)),
        ({"signal": signal.SIGSEGV}, ("signal", None)),
        ({"exit": 128 + signal.SIGSEGV}, ("signal", None)),
        ({"exit": 255}, ("exit", 255)),
        ({"signal": signal.SIGXCPU}, ("cpu", None)),
        ({"exit": 128 + signal.SIGXCPU}, ("cpu", None)),
        ({"signal": signal.SIGKILL, "cpu_seconds": 5.1}, ("cpu", None)),
        ({"signal": signal.SIGKILL, "cpu_seconds": 0.1}, ("signal", None)),
        ({"signal": signal.SIGXFSZ}, ("file", None)),
        ({"signal": signal.SIGKILL, "oom_kills": 1}, ("memory", None)),
        ({"exit": 1, "oom_kills": 1}, ("memory", 1)),
        ({"exit": 0, "oom_kills": 1, "fork_failures": 4, "disk_full": True}, ("exit", 0)),
        ({"exit": 1, "fork_failures": 4}, ("processes", 1)),
        ({"exit": 1, "disk_full": True}, ("disk", 1)),
        ({"stop": "wall", "signal": signal.SIGKILL}, ("wall", None)),
        ({"stop": "disk", "exit": 0}, ("disk", None)),
        ({"stop": "wall", "signal": 9, "overflow": True}, ("output", None)),
        ({"exit": 1, "output": "OSError: [Errno 24] Too many open files"}, ("descriptors", 1)),
        ({"exit": 0, "output": "OSError: [Errno 24] Too many open files"}, ("exit", 0)),
        ({"exit": 1, "output": "Too many open files\n…\nMemoryError\n"}, ("memory", 1)),
        ({"exit": 1, "output": "File too large" + "." * 5000}, ("exit", 1)),
        ({"exit": 1, "output": "Resource temporarily unavailable"}, ("processes", 1)),
        (
            {"exit": 1, "output": "Resource temporarily unavailable", "fork_failures": 0},
            ("exit", 1),
        ),
    ],
)
def test_the_strongest_evidence_names_the_end(
    seen: dict[str, Any], ended: tuple[str, int | None]
) -> None:
    assert judged(**seen) == ended
