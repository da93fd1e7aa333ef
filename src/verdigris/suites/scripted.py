"""The shipped fake of the Suite seam: a function of the tree decides what the tests say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from verdigris.core.report import Report


class ScriptedSuite:
    command = "scripted"
    where = "nowhere"
    caution = ""

    def __init__(self, judge: Callable[[Path], Report]) -> None:
        self._judge = judge

    async def run(
        self,
        tree: Path,
        *,
        only: Sequence[str] = (),
        test_seconds: float | None = None,
        seed: int = 0,
    ) -> Report:
        report = self._judge(tree)
        if not only:
            return report
        wanted = set(only)
        kept = tuple(result for result in report.results if result.id in wanted)
        return report.model_copy(update={"results": kept})
