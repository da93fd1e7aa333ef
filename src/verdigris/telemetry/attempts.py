"""One readable JSON file for each attempt of a run: what was tried, what it came to, what it cost.

    attempts/001.json

Gathered from the event stream and written after each step, secrets masked; a run that goes on after
a kill goes on with the file as well. The event log beside it has everything.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verdigris.core import events as ev
from verdigris.core.text import cut
from verdigris.telemetry.jsonlog import masked

_LONGEST = 100_000


class AttemptLog:
    def __init__(self, folder: Path, secrets: Sequence[str] = ()) -> None:
        self._folder = folder
        self._secrets = tuple(secrets)
        self._told: dict[str, Any] = {}

    async def hear(self, event: ev.Event) -> None:
        if not event.step:
            return
        if self._told.get("attempt") != event.iteration:
            self._told = self._begun(event)
        self._take(event)
        if isinstance(event, ev.StepFinished):
            self._write()

    def _begun(self, event: ev.Event) -> dict[str, Any]:
        """Return what an earlier sitting wrote of this attempt, else what every attempt has."""
        new = {"attempt": event.iteration, "run": event.run_id, "steps": []}
        with contextlib.suppress(OSError, ValueError):
            held = json.loads(self._place(event.iteration).read_bytes())
            if isinstance(held, dict) and isinstance(held.get("steps"), list):
                return {**held, "attempt": event.iteration, "run": event.run_id}
        return new

    def _place(self, attempt: int) -> Path:
        return self._folder / f"{attempt:03d}.json"

    def _take(self, event: ev.Event) -> None:
        told = self._told
        match event:
            case ev.StepFinished():
                told["steps"].append(
                    {
                        "step": event.step,
                        "said": event.summary,
                        "seconds": round(event.seconds, 3),
                        "tokens": event.use.tokens,
                        "cost": event.use.cost,
                    }
                )
            case ev.BlueprintMade():
                told["blueprint"] = event.blueprint.model_dump(mode="json")
            case ev.Agreed():
                told.setdefault("agreements", []).append(event.agreement.model_dump(mode="json"))
            case ev.CandidateTried():
                tried = {"origin": event.origin, "note": event.note, "result": event.result}
                told.setdefault("candidates", []).append(tried)
            case ev.ChangeApplied():
                told["files"] = list(event.change.paths)
                told["diff"] = cut(event.change.diff, _LONGEST)
            case ev.VerdictReached():
                told["verdict"] = event.verdict.model_dump(mode="json")
                told["tests"] = event.report.summary()
                told["failures"] = [
                    {"test": one.id, "reason": one.reason} for one in event.report.failures
                ]
            case ev.StrengthMeasured():
                told["strength"] = event.strength.model_dump(mode="json")
            case ev.LessonLearned():
                told["lesson"] = event.lesson.model_dump(mode="json")

    def _write(self) -> None:
        text = json.dumps(masked(self._told, self._secrets), ensure_ascii=False, indent=2)
        # A convenience, like the event log: a full disk does not stop the run.
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._place(self._told["attempt"]).write_bytes(text.encode("utf-8", "replace"))
