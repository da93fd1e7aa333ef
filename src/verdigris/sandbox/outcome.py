"""What ended a command, in words a person understands. A pure function of what was seen.

Certain evidence comes first: what we did, what the kernel counted, the signal that names a limit.
Where the kernel only refused a request, the command decides how it ends; if it then fails, the
words of the refusal in its last output tell. A command that survives a limit and exits with 0 has
exited.
"""

from __future__ import annotations

import signal

from verdigris.sandbox.base import Completed, EndedBy, Limits, Resources
from verdigris.sandbox.keeping import Kept, Report

# Python's own words beside the system's, because Python does not print those for these two.
_WORDS: tuple[tuple[EndedBy, tuple[str, ...]], ...] = (
    ("memory", ("Cannot allocate memory", "MemoryError", "std::bad_alloc", "out of memory")),
    ("file", ("File too large", "File size limit exceeded")),
    ("disk", ("No space left on device", "Disk quota exceeded")),
    ("descriptors", ("Too many open files",)),
    (
        "processes",
        ("Resource temporarily unavailable", "can't start new thread", "Cannot fork"),
    ),
)
_STOPS: dict[str, EndedBy] = {"wall": "wall", "disk": "disk", "memory": "memory"}
"""What the keeper ends a command for, beside our letting go of it."""
_LAST = 3000
"""Characters at the end of the output in which those words count."""


def completed(kept: Kept, limits: Limits) -> Completed:
    report = kept.report
    ended, number = _ended_by(kept, limits)
    by_itself = report.exit is not None and number is None and not report.stop and not kept.overflow
    return Completed(
        exit_code=report.exit if by_itself else None,
        ended_by=ended,
        output=kept.output,
        message=_message(ended, number, limits),
        seconds=kept.seconds,
        used=Resources(
            cpu_seconds=report.cpu_seconds, memory_mb=report.memory_mb, disk_mb=report.disk_mb
        ),
    )


def _ended_by(kept: Kept, limits: Limits) -> tuple[EndedBy, int | None]:
    """Return what ended the command and, where it was one, the signal."""
    report = kept.report
    number = _signal(report)
    if kept.overflow:
        return "output", number
    if report.stop in _STOPS:
        return _STOPS[report.stop], number
    if number is None and report.exit == 0:
        return "exit", None
    if number == signal.SIGXCPU or (
        # It took no notice of the first warning.
        number == signal.SIGKILL and report.cpu_seconds >= limits.cpu_seconds
    ):
        return "cpu", number
    if number == signal.SIGXFSZ:
        return "file", number
    if report.oom_kills:
        return "memory", number
    if report.disk_full:
        return "disk", number
    if report.fork_failures:
        return "processes", number
    if number is not None:
        return "signal", number
    return _by_words(kept), None


def _by_words(kept: Kept) -> EndedBy:
    """Return the limit whose words stand last in the output."""
    tail = kept.output[-_LAST:]
    # "Resource temporarily unavailable" may be about a socket, too: where forks are counted, and
    # none was refused, it is.
    counted = kept.report.fork_failures is not None
    found = [
        (tail.rfind(word), limit)
        for limit, words in _WORDS
        for word in words
        if word in tail and not (counted and limit == "processes")
    ]
    return max(found)[1] if found else "exit"


def _signal(report: Report) -> int | None:
    """Return the signal that killed the command; a shell or bubblewrap reports it as 128 + n."""
    if report.signal is not None:
        return report.signal
    if report.exit is not None and 128 < report.exit <= 128 + signal.NSIG:
        return report.exit - 128
    return None


def _message(ended: EndedBy, number: int | None, limits: Limits) -> str:
    said: dict[EndedBy, str] = {
        "exit": "",
        "signal": f"killed by {_name(number)}",
        "wall": f"wall-clock limit of {limits.wall_seconds:g} s reached",
        "cpu": f"CPU time limit of {limits.cpu_seconds} s reached",
        "memory": f"memory limit of {limits.memory_mb} MB reached",
        "file": f"file size limit of {limits.file_mb} MB reached",
        "disk": f"disk limit of {limits.disk_mb} MB reached",
        "processes": f"process limit of {limits.processes} reached",
        "descriptors": f"limit of {limits.open_files} open files reached",
        "output": f"output limit of {limits.output_kb} KB reached",
    }
    return said[ended]


def _name(number: int | None) -> str:
    try:
        return signal.Signals(number or 0).name
    except ValueError:
        return f"signal {number}"
