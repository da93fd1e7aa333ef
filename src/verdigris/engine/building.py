"""What a run does beside its steps when it builds: bring each version to its folder, and report.

Does nothing for other jobs. With `--into` the user's files are written only when applying, as by
`fix`; the report then lies beside the run.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from verdigris.building.report import report
from verdigris.core.building import Built
from verdigris.core.result import RunResult
from verdigris.edits.journal import Desk
from verdigris.engine.builds import keep
from verdigris.engine.handing_over import Handing
from verdigris.engine.sitting import Sitting
from verdigris.languages import language
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState

REPORT = "REPORT.md"


class Builder:
    def __init__(self, sitting: Sitting, deps: Deps) -> None:
        self._sitting = sitting
        self._deps = deps
        self._handing: Handing | None = None
        if self.job == "build" and not sitting.task.into:
            desk = Desk(sitting.folder, sitting.settings.paths.data)
            target = Path(sitting.task.root)
            self._handing = Handing(target, desk, deps.workspace, deps.bus)

    @property
    def job(self) -> str:
        return self._sitting.task.job

    def is_due(self, done: Mapping[str, Any]) -> bool:
        """Tell whether a step that is done may have brought a better version."""
        return self._handing is not None and not {"draft", "execute"}.isdisjoint(done)

    async def bring(self, state: RunState | None) -> None:
        if self._handing is not None and state:
            await self._handing.bring(state)

    async def close(self, result: RunResult, state: RunState) -> RunResult:
        """Write the report of a build; return the result with what was built."""
        blueprint = state.get("blueprint")
        if self.job != "build" or blueprint is None:
            return result
        built = Built(
            blueprint=blueprint,
            agreement=state.get("agreements", ()),
            strength=state.get("strength"),
            folder=self._sitting.task.root,
        )
        result = result.model_copy(update={"built": built})
        text = report(
            result,
            language(blueprint.language),
            spent=await self._deps.ledger.spent(result.run_id),
            answered=state.get("answered", ()),
            refused=state.get("refused", ()),
        )
        (self._sitting.folder / REPORT).write_text(text, "utf-8")
        if self._handing is not None and not await self._handing.bring(state, text):
            built = built.model_copy(update={"folder": str(self._handing.aside)})
            result = result.model_copy(update={"built": built})
        keep(self._sitting.folder, built)
        return result
