"""From events to rows, pure. What is not worth searching for is not kept: the JSON log has it all.

A `StepRows` takes in the events of one step and is written in one go when the step finishes, so
a step that was killed half-way leaves nothing, and one that is done again leaves the same.
"""

from __future__ import annotations

import json
from typing import Any

from verdigris.core.budget import Use
from verdigris.core.events import (
    Base,
    CandidateTried,
    ChangeApplied,
    Event,
    FailureSeen,
    FlakyFound,
    LessonLearned,
    RunFinished,
    RunStarted,
    StepFinished,
    SuiteRan,
    TierSpent,
    VerdictReached,
)
from verdigris.core.report import Report

Row = dict[str, Any]


class StepRows:
    """The rows of one step of one iteration."""

    def __init__(self, first: Base) -> None:
        self.place: Row = {
            "run_id": first.run_id,
            "iteration": first.iteration,
            "step": first.step,
        }
        self._started_at = first.at
        self._iteration: Row = {}
        self._failures: dict[str, Row] = {}
        self._metrics: dict[tuple[str, str], float] = {}
        self._step: Row = {}
        self._at = first.at

    def covers(self, event: Base) -> bool:
        return self.place == {
            "run_id": event.run_id,
            "iteration": event.iteration,
            "step": event.step,
        }

    def take(self, event: Event) -> None:
        self._at = event.at
        match event:
            case VerdictReached():
                self._iteration["green"] = event.verdict.green
                self._iteration["verdict"] = event.verdict.summary()
                self._count_tests(event.report, "verdict")
            case SuiteRan() if event.purpose != "candidate":
                self._count_tests(event.report, event.purpose)
            case FlakyFound():
                for test in event.tests:
                    self._set("flaky_test", 1, test=test)
            case FailureSeen():
                self._failure(event)
            case ChangeApplied():
                self._iteration["fingerprint"] = event.change.fingerprint
            case LessonLearned():
                self._iteration["trend"] = event.standing.trend
                self._iteration["lesson"] = event.lesson.summary
            case CandidateTried():
                self._add("candidates_tried", 1, origin=event.origin)
            case TierSpent():
                spent = event.spent
                self._set("tier_candidates", spent.candidates, tier=spent.tier)
                self._set("tier_seconds", spent.use.seconds, tier=spent.tier)
            case StepFinished():
                self._finish(event)
            case _:
                pass

    @property
    def step(self) -> Row:
        return self.place | self._step

    @property
    def iteration(self) -> Row:
        return {
            "run_id": self.place["run_id"],
            "number": self.place["iteration"],
            "started_at": self._started_at,
            "updated_at": self._at,
            **self._iteration,
        }

    @property
    def failures(self) -> list[Row]:
        return list(self._failures.values())

    @property
    def metrics(self) -> list[Row]:
        return [
            {**self.place, "name": name, "labels": labels, "value": value, "at": self._at}
            for (name, labels), value in self._metrics.items()
        ]

    def _failure(self, event: FailureSeen) -> None:
        key = event.signature.key
        self._iteration["signature"] = key
        seen = {**event.signature.model_dump(), "signature": key, "seen_at": event.at}
        self._failures.setdefault(key, self.place | seen)

    def _finish(self, event: StepFinished) -> None:
        self._step = {
            "seconds": event.seconds,
            "summary": event.summary,
            "started_at": self._started_at,
            "finished_at": event.at,
            **use_columns(event.use),
        }
        self._set("step_seconds", event.seconds)
        if event.use.calls:
            self._set("tokens_in", event.use.tokens_in)
            self._set("tokens_out", event.use.tokens_out)

    def _count_tests(self, report: Report, purpose: str) -> None:
        self._set("tests_passed", len(report.passed), purpose=purpose)
        self._set("tests_failed", len(report.failures), purpose=purpose)

    def _set(self, name: str, value: float, **labels: str) -> None:
        self._metrics[name, json.dumps(labels, sort_keys=True)] = float(value)

    def _add(self, name: str, value: float, **labels: str) -> None:
        key = name, json.dumps(labels, sort_keys=True)
        self._metrics[key] = self._metrics.get(key, 0.0) + value


def run_at_start(event: RunStarted) -> Row:
    return {
        "id": event.run_id,
        "format": event.format,
        "job": event.task.job,
        "goal": event.task.goal,
        "root": event.task.root,
        "models": list(event.models),
        "status": "running",
        "reason": "",
        "started_at": event.at,
        "updated_at": event.at,
        "finished_at": None,
    }


def run_at_end(event: RunFinished) -> Row:
    over = event.status not in ("running", "paused")
    return {
        "id": event.run_id,
        "status": event.status,
        "reason": event.reason,
        "seconds": event.use.seconds,
        "diff": event.change.diff if event.change else "",
        "started_at": event.at,
        "updated_at": event.at,
        "finished_at": event.at if over else None,
        **use_columns(event.use),
    }


def run_unknown(run_id: str, at: float) -> Row:
    """Return the least that can be said of a run whose start was not heard."""
    return {"id": run_id, "started_at": at, "updated_at": at}


def use_columns(use: Use) -> Row:
    return use.model_dump(exclude={"seconds", "cached_tokens"})
