"""The records that our reporters write inside the test run, read as test results.

JSON, one a line: begin, start, result, collect, finish; see plugin/verdigris_report.py. They come
from a process that is not trusted: what does not fit is passed over, and nothing is believed about
the whole run here (that is reading.py's business).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from verdigris.core.report import Frame, Outcome, TestResult, sensible
from verdigris.core.text import cut, one_line
from verdigris.sandbox.leavings import read_left
from verdigris.suites.places_in_text import frames_in_text

_LARGEST = 64 << 20
"""Bytes of records that are read."""

# An escaped surrogate that is not half of a pair; decoded, it could not be written again.
_LONE = re.compile(
    r"\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}", re.I
)

Row = dict[str, Any]


class Records:
    def __init__(self, path: Path, tree: Path) -> None:
        self._places = sorted({f"{tree}/", f"{tree.resolve()}/"}, key=len, reverse=True)
        self.rows = list(_rows(path))

    def _of(self, kind: str) -> list[Row]:
        return [row for row in self.rows if row.get("kind") == kind]

    @cached_property
    def begun(self) -> list[Row]:
        return self._of("begin")

    @cached_property
    def finished(self) -> list[Row]:
        return self._of("finish")

    @property
    def runner(self) -> str:
        """The runner that spoke last."""
        return one_line(str(self.begun[-1].get("runner", "pytest")), 30) if self.begun else "pytest"

    @property
    def running(self) -> str:
        """The test that had started and not ended, if any."""
        ended = {str(row.get("id")) for row in self._of("result")}
        started = [str(row.get("id")) for row in self._of("start")]
        return next((test for test in reversed(started) if test not in ended), "")

    def results(self) -> dict[str, TestResult]:
        """Return the results by id. Of two for one test the worse counts, else the later."""
        found: dict[str, TestResult] = {}
        for row in self.rows:
            result = self._result(row)
            if result is not None:
                before = found.get(result.id)
                if before is None or not before.failed or result.failed:
                    found[result.id] = result
        return found

    def _result(self, row: Row) -> TestResult | None:
        try:
            if row.get("kind") == "result":
                return self._test(row)
            if row.get("kind") == "collect":
                return self._broken(row)
        except (
            KeyError, TypeError, ValueError, ValidationError, AttributeError, OverflowError,
            RecursionError,
        ):  # fmt: skip
            pass  # not one of ours
        return None

    def _test(self, row: Row) -> TestResult:
        if "phases" not in row:
            return self._make(str(row["id"]), row["outcome"], row, float(row.get("seconds", 0)))
        phases = row["phases"]
        bad = next((phase for phase in phases if phase["outcome"] == "failed"), None)
        skipped = next((phase for phase in phases if phase["outcome"] == "skipped"), None)
        call = next((phase for phase in phases if phase["when"] == "call"), phases[0])
        chosen = bad or skipped or call
        outcome: Outcome
        if bad is not None:
            outcome = "failed" if bad["when"] == "call" else "error"
        elif skipped is not None:
            outcome = "xfailed" if skipped.get("xfail") else "skipped"
        else:
            outcome = "xpassed" if call.get("xfail") else "passed"
        seconds = sum(float(phase.get("seconds", 0)) for phase in phases)
        return self._make(str(row["id"]), outcome, chosen, seconds)

    def _broken(self, row: Row) -> TestResult:
        """Return the result of a file that could not be loaded."""
        message = one_line(self._text(row, "message"), 500)
        details = self._text(row, "details")
        named = re.match(r"(\w+)(?: \[\w+\])?:", message)
        result = self._make(str(row["id"]), "error", row, 0.0)
        return result.model_copy(
            update={
                "message": message,
                "details": details,
                "exception": named.group(1) if named else "CollectionError",
                "frames": result.frames or tuple(frames_in_text(details))[-30:],
            }
        )

    def _make(self, test_id: str, outcome: Outcome, told: Row, seconds: float) -> TestResult:
        failed = outcome in ("failed", "error")
        return TestResult(
            id=test_id,
            outcome=outcome,
            message=self._text(told, "message"),
            details=self._text(told, "details"),
            exception=str(told.get("exception", "")) if failed else "",
            expected=self._text(told, "expected") if failed else "",
            actual=self._text(told, "actual") if failed else "",
            output=self._text(told, "output") if failed else "",
            frames=tuple(
                Frame(path=str(path), line=int(line), function=str(function))
                for path, line, function in told.get("frames", ())[-30:]
            ),
            seconds=sensible(seconds),
        )

    def _text(self, row: Row, key: str) -> str:
        return cut(self.relative(str(row.get(key, ""))), 8000)

    def relative(self, text: str) -> str:
        """Take the copy's own path out of a text: it is another one in every run."""
        for place in self._places:
            text = text.replace(f"file://{place}", "").replace(place, "")
        return text


def _rows(path: Path) -> Iterator[Row]:
    try:
        text = read_left(path, _LARGEST).decode("utf-8", "replace")
    except OSError:
        return
    for line in text.splitlines():
        try:
            row = json.loads(_LONE.sub(r"\\ufffd", line))
        except (ValueError, RecursionError):
            continue  # cut off by a crash
        if isinstance(row, dict):
            yield row
