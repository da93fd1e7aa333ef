"""What a run of the tests amounts to: the Report, from what was seen and what was left behind.

Our reporters' records come first; where no runner we know was started, JUnit XML that the command
wrote, then TAP that it printed, then its exit status as one single test. None of it is trusted. A
run counts as finished only if every runner said so and the exit status agrees: a process that
leaves early with status 0 has crashed, whatever it claims.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from verdigris.core.report import Ending, Report, TestResult
from verdigris.core.text import cut, one_line
from verdigris.sandbox.base import Completed
from verdigris.sandbox.leavings import read_left
from verdigris.suites import junit, tap
from verdigris.suites.places_in_text import frames_in_text
from verdigris.suites.records import Records

_LONGEST_STACK = 1 << 20

NO_TESTS = 5
"""Exit status of pytest, and of unittest since 3.12, when nothing was collected."""
USAGE = 4
"""pytest's exit status for options it does not know."""

Results = dict[str, TestResult]


def read_report(
    command: str,
    done: Completed,
    records: Path,
    hang: Path,
    tree: Path,
    *,
    only: Collection[str] = (),
    written: Iterable[Path] = (),
) -> Report:
    """Make the Report of one run. `written` are files that may be JUnit's.

    Where `only` some tests were wanted, others that were run nevertheless are left out.
    """
    told = Records(records, tree)
    if told.begun:
        results, ending, message = _from_records(told, done, hang)
    else:
        results, ending, message = _from_command(told, done, written)
    broke_otherwise = (
        ending == "finished"
        and done.exit_code not in (0, None)
        and results
        and not any(result.failed for result in results.values())
    )
    if broke_otherwise:
        # A limit on coverage, a step after the tests: no test says so.
        results["command"] = _command_result(done)
    if only:
        results = {name: one for name, one in results.items() if name in only or "::" not in name}
    return Report(
        command=command,
        ending=ending,
        exit_code=done.exit_code,
        message=message,
        results=tuple(results.values()),
        output=cut(done.output, 8000),
        seconds=done.seconds,
    )


def _from_records(told: Records, done: Completed, hang: Path) -> tuple[Results, Ending, str]:
    results = told.results()
    ending, message = _ending(told, done)
    if len(told.begun) == len(told.rows) and done.exit_code:
        # The runner did not get as far as the tests: the output is all there is to go by.
        return {"command": _command_result(done)}, "finished", ""
    running = told.running
    if not told.finished and running and running not in results:
        results[running] = _unfinished(running, ending, message, hang, told)
    elif ending == "finished" and not results and done.exit_code not in (0, NO_TESTS):
        ending, message = "crashed", message or _last_line(done.output)
    return results, ending, message


def _from_command(
    told: Records, done: Completed, written: Iterable[Path]
) -> tuple[Results, Ending, str]:
    ending, message = _how_it_ended(done)
    if found := junit.read_files(written):
        return {result.id: result for result in found}, ending, message
    if said := tap.read(told.relative(done.output)):
        if said.problem and ending == "finished":
            ending, message = "crashed", said.problem
        return {result.id: result for result in said.results}, ending, message
    if done.exit_code is None:
        return {}, ending, message
    return {"command": _command_result(done)}, "finished", ""


def _how_it_ended(done: Completed) -> tuple[Ending, str]:
    if done.ended_by == "wall":
        return "timeout", done.message
    if done.ended_by == "signal":
        return "crashed", f"the test process was {done.message}"
    if done.exit_code is None:
        return "limit", done.message
    return "finished", ""


def _ending(told: Records, done: Completed) -> tuple[Ending, str]:
    ending, message = _how_it_ended(done)
    if ending != "finished":
        return ending, message
    if len(told.finished) < len(told.begun):
        left = f"the test process left before {told.runner} had finished"
        return ("limit", f"{left}: {done.message}") if done.message else ("crashed", left)
    for finish in told.finished:
        if outside := finish.get("outside"):
            names = ", ".join(map(str, outside[:3])) if isinstance(outside, list) else "code"
            return "crashed", (
                f"the tests import {names} from the original folder, not from the copy under test; "
                "run them with an environment in which the project is not installed elsewhere"
            )
    if trouble := _contradiction(told, done):
        return "crashed", trouble
    if told.runner == "pytest" and done.exit_code == USAGE:
        return "crashed", _last_line(done.output)
    return "finished", ""


def _contradiction(told: Records, done: Completed) -> str:
    """Tell how a runner and the exit status disagree; the stricter of the two counts."""
    last = told.finished[-1]
    if "exit" in last and last["exit"] != done.exit_code:
        return f"{told.runner} ended with {last['exit']}, its process with another status"
    failed = any(finish.get("failed") or finish.get("exit", 0) for finish in told.finished)
    if failed and done.exit_code == 0:
        return f"{told.runner} saw failures, but the command ended with status 0"
    return ""


def _unfinished(
    test_id: str, ending: Ending, message: str, hang: Path, told: Records
) -> TestResult:
    try:
        stack = told.relative(read_left(hang, _LONGEST_STACK).decode("utf-8", "replace"))
    except OSError:
        stack = ""
    return TestResult(
        id=test_id,
        outcome="failed",
        exception="Hang" if ending == "timeout" else "Crash",
        message=message,
        details=cut(stack, 4000),
        frames=tuple(reversed(list(frames_in_text(stack)))),
    )


def _command_result(done: Completed) -> TestResult:
    passed = done.exit_code == 0
    said = done.message or _last_line(done.output)
    return TestResult(
        id="command",
        outcome="passed" if passed else "failed",
        message="" if passed else f"exit status {done.exit_code}: {said}",
        details="" if passed else cut(done.output, 6000),
        exception="" if passed else "CommandFailed",
        frames=() if passed else tuple(frames_in_text(done.output))[-10:],
        seconds=done.seconds,
    )


def _last_line(output: str) -> str:
    # pytest's rules across the screen say the least.
    lines = [line for line in output.splitlines() if line.strip() and not line.startswith("===")]
    return one_line(lines[-1], 300) if lines else "no output"
