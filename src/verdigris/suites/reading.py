"""From the plugin's records to a Report. The records are written by a process that is not trusted.

A run counts as finished only if the plugin's last record says so and agrees with the exit status:
a process that leaves early with status 0 has crashed, whatever it claims.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from verdigris.core.report import Ending, Frame, Outcome, Report, TestResult
from verdigris.core.text import cut, one_line
from verdigris.sandbox.base import Completed

NO_TESTS = 5
"""pytest's exit status when nothing was collected."""
USAGE = 4


def read_report(command: str, done: Completed, records: Path, hang: Path, tree: Path) -> Report:
    """Make the Report of one run from what the sandbox saw and what the plugin wrote."""
    rows = list(_rows(records))
    results = {result.id: result for result in _results(rows)}
    finish = next((row for row in reversed(rows) if row.get("kind") == "finish"), None)
    ending, message = _ending(done, rows, finish)
    running = _running(rows)
    if finish is None and running and running not in results:
        results[running] = _unfinished(running, ending, message, hang, tree)
    elif ending == "finished" and not results and done.exit_code not in (0, NO_TESTS):
        # Collected nothing and failed: the output is all there is to go by.
        ending, message = "crashed", message or _last_line(done.output)
    begun = [row for row in rows if row.get("kind") == "begin"]
    if len(begun) == len(rows) and done.ended_by == "exit" and (not rows or done.exit_code):
        # Not pytest, or pytest did not get as far as the tests.
        results = {"command": _command_result(done)}
        ending, message = "finished", ""
    return Report(
        command=command,
        ending=ending,
        exit_code=done.exit_code,
        message=message,
        results=tuple(results.values()),
        output=cut(done.output, 8000),
        seconds=done.seconds,
    )


# An escaped surrogate that is not half of a pair; decoded, it could not be written again.
_LONE = re.compile(
    r"\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}", re.I
)


def _rows(records: Path) -> Iterator[dict[str, Any]]:
    try:
        text = records.read_text("utf-8", "replace")
    except OSError:
        return
    for line in text.splitlines():
        try:
            row = json.loads(_LONE.sub(r"\\ufffd", line))
        except ValueError:
            continue  # cut off by a crash
        if isinstance(row, dict):
            yield row


def _results(rows: Iterable[dict[str, Any]]) -> Iterator[TestResult]:
    for row in rows:
        try:
            if row.get("kind") == "result":
                yield _test(str(row["id"]), row["phases"])
            elif row.get("kind") == "collect":
                message = str(row.get("message", ""))
                yield TestResult(
                    id=str(row["id"]),
                    outcome="error",
                    message=one_line(message, 500),
                    details=str(row.get("details", "")),
                    exception=message.partition(":")[0] if ":" in message else "CollectionError",
                    frames=tuple(_frames_in_text(str(row.get("details", "")))),
                )
        except (KeyError, TypeError, ValueError, ValidationError):
            continue  # not one of ours


def _test(test_id: str, phases: list[dict[str, Any]]) -> TestResult:
    seconds = sum(float(phase.get("seconds", 0)) for phase in phases)
    bad = next((phase for phase in phases if phase["outcome"] == "failed"), None)
    call = next((phase for phase in phases if phase["when"] == "call"), phases[0])
    outcome: Outcome
    if bad is not None:
        outcome = "failed" if bad["when"] == "call" else "error"
        chosen = bad
    else:
        skipped = next((phase for phase in phases if phase["outcome"] == "skipped"), None)
        chosen = skipped or call
        if skipped is not None:
            outcome = "xfailed" if skipped.get("xfail") else "skipped"
        else:
            outcome = "xpassed" if call.get("xfail") else "passed"
    return TestResult(
        id=test_id,
        outcome=outcome,
        message=str(chosen.get("message", "")),
        details=str(chosen.get("details", "")),
        exception=str(chosen.get("exception", "")) if bad is not None else "",
        frames=tuple(
            Frame(path=str(path), line=int(line), function=str(function))
            for path, line, function in chosen.get("frames", ())
        ),
        seconds=seconds,
    )


def _ending(
    done: Completed, rows: list[dict[str, Any]], finish: dict[str, Any] | None
) -> tuple[Ending, str]:
    if done.ended_by == "wall":
        return "timeout", done.message
    if done.ended_by in ("cpu", "output"):
        return "limit", done.message
    if done.ended_by == "signal":
        return "crashed", f"the test process was {done.message}"
    if rows and finish is None:
        return "crashed", "the test process left before pytest had finished"
    if finish is not None and finish.get("outside"):
        names = ", ".join(map(str, finish["outside"][:3]))
        return "crashed", (
            f"the tests import {names} from the original folder, not from the copy under test; "
            "run them with an environment in which the project is not installed elsewhere"
        )
    if finish is not None and finish.get("exit") != done.exit_code:
        # Something between pytest and us changed the status; the stricter of the two counts.
        return "crashed", f"pytest ended with {finish.get('exit')}, its process with another status"
    if done.exit_code == USAGE:
        return "crashed", _last_line(done.output)
    return "finished", ""


def _running(rows: list[dict[str, Any]]) -> str:
    """Return the test that had started and not ended, if any."""
    ended = {row.get("id") for row in rows if row.get("kind") == "result"}
    started = [str(row.get("id")) for row in rows if row.get("kind") == "start"]
    return next((test for test in reversed(started) if test not in ended), "")


def _unfinished(test_id: str, ending: Ending, message: str, hang: Path, tree: Path) -> TestResult:
    try:
        stack = hang.read_text("utf-8", "replace").replace(f"{tree}/", "")
    except OSError:
        stack = ""
    return TestResult(
        id=test_id,
        outcome="failed",
        exception="Hang" if ending == "timeout" else "Crash",
        message=message,
        details=cut(stack, 4000),
        frames=tuple(reversed(list(_frames_in_text(stack)))),
    )


_PLACE = re.compile(r'^\s*(?:File "([^"]+)", line (\d+)(?:,? in (\S+))?|([\w./-]+\.py):(\d+))')


def _frames_in_text(text: str) -> Iterator[Frame]:
    """Find places named in printed tracebacks; only relative paths can be of the project."""
    for line in text.splitlines():
        if found := _PLACE.match(line):
            path = found.group(1) or found.group(4)
            if not path.startswith(("/", "<", "..")) and "site-packages" not in path:
                number = int(found.group(2) or found.group(5))
                yield Frame(path=path, line=number, function=found.group(3) or "")


def _command_result(done: Completed) -> TestResult:
    passed = done.exit_code == 0
    return TestResult(
        id="command",
        outcome="passed" if passed else "failed",
        message="" if passed else f"exit status {done.exit_code}: {_last_line(done.output)}",
        details="" if passed else cut(done.output, 6000),
        exception="" if passed else "CommandFailed",
        frames=() if passed else tuple(_frames_in_text(done.output))[-10:],
        seconds=done.seconds,
    )


def _last_line(output: str) -> str:
    # pytest's rules across the screen say the least.
    lines = [line for line in output.splitlines() if line.strip() and not line.startswith("===")]
    return one_line(lines[-1], 300) if lines else "no output"
