"""What a run leaves behind for the next one, here in another project: templates, and tallies."""

from __future__ import annotations

from pathlib import Path

from verdigris.core.result import RunResult
from verdigris.core.task import Task
from verdigris.engine.runner import run
from verdigris.engine.sitting import Options
from verdigris.memory.patterns_sql import SqlPatterns
from verdigris.settings import Settings, load
from verdigris.store.database import Database
from verdigris.testing import ScriptedModel

CODE = "def expires(start, hours):\n    return start + hours * 60\n"
TEST = (
    "from tickets import expires\n\n\n"
    "def test_none():\n    assert expires(5, 0) == 5\n\n\n"
    "def test_some():\n    assert expires(5, 2) == 7205\n"
)
ANSWERS = {
    "which function should change": "`expires` counts minutes.",
    "three short lines": "LESSON: an hour has 3600 seconds",
    "The bug is in": f"```python\n{CODE.replace('60', '3600')}```",
}
OTHER_CODE = (
    "class Lease:\n"
    "    def __init__(self, begin):\n        self.begin = begin\n\n"
    "    def until(self, length):\n"
    "        end = self.begin + length * 60  # in seconds\n"
    "        return end\n"
)
OTHER_TEST = (
    "from lease import Lease\n\n\n"
    "def test_at_once():\n    assert Lease(1).until(0) == 1\n\n\n"
    "def test_later():\n    assert Lease(1).until(3) == 10801\n"
)


def settings_for(tmp_path: Path, python: Path, *tiers: str) -> Settings:
    flags = {
        "paths.data": tmp_path / "data",
        "cascade.tiers": tiers,
        "checks.ruff_cmd": "true",
        "checks.bandit_cmd": "true",
        "suite.python": str(python),
    }
    return load(flags=flags, environ={}).settings


def project(root: Path, **files: str) -> Task:
    root.mkdir()
    for name, text in files.items():
        (root / f"{name}.py").write_text(text)
    return Task(root=str(root))


async def fix_both(tmp_path: Path, python: Path) -> tuple[RunResult, RunResult]:
    """Let a model mend one project, then a search without one the same fault in another."""
    model = ScriptedModel(when=ANSWERS)
    first = await run(
        project(tmp_path / "one", tickets=CODE, test_tickets=TEST),
        settings_for(tmp_path, python, "fast"),
        Options(models={"fast": model, "strong": model}),
    )
    second = await run(
        project(tmp_path / "two", lease=OTHER_CODE, test_lease=OTHER_TEST),
        settings_for(tmp_path, python, "search"),
        Options(models={}),
    )
    return first, second


async def test_what_a_model_mended_once_is_mended_elsewhere_without_one(
    tmp_path: Path, lean_python: Path
) -> None:
    first, second = await fix_both(tmp_path, lean_python)
    assert first.green
    assert second.green, second.reason
    assert second.change is not None
    assert second.change.edits[0].after == OTHER_CODE.replace("60", "3600")
    settings = settings_for(tmp_path, lean_python)
    async with await Database.open(settings.database_url) as database:
        store = SqlPatterns(database)
        kept = await store.kept("AssertionError/number")
        tallies = await store.tallies("AssertionError/number")
    best = kept[0]
    assert (best.sources, best.support, best.support_here) == (2, 2.0, 2.0)
    won = [tally for tally in tallies if tally.green]
    assert [tally.green for tally in won] == [1]
    assert won[0].subject in {one.template.operator for one in kept}
    assert sum(tally.tried for tally in tallies) > 1
