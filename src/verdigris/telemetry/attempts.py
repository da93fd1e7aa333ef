"""One readable JSON file for each attempt of a run: what was tried, what it came to, what it cost.

    attempts/001.json

Gathered from the event stream and written when an iteration is decided, secrets masked. The event
log beside it has everything; nothing reads these back.
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
            self._told = {"attempt": event.iteration, "run": event.run_id, "steps": []}
        self._take(event)
        if isinstance(event, ev.StepFinished) and event.step == "decide":
            self._write()

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
            place = self._folder / f"{self._told['attempt']:03d}.json"
            place.write_bytes(text.encode("utf-8", "replace"))
