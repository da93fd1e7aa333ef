"""Builds that were: what each came to is kept beside its run, and helps with the next plan.

`history` lists them; a planner is shown how the likest earlier program was laid out.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from verdigris.building.goal import language_of, profile_of
from verdigris.core.building import Blueprint, Built, Part
from verdigris.core.task import Task
from verdigris.core.text import one_line
from verdigris.engine.runs import run_folder
from verdigris.languages import language
from verdigris.settings import Settings
from verdigris.suites.finding import Found, find

if TYPE_CHECKING:
    from verdigris.store.database import Database

BUILT = "built.json"
_LOOKED_AT = 200
_SHOWN = 2
_ALIKE = 0.3
"""Share of words that two goals must have in common for one to be worth showing."""
_WORD = re.compile(r"[a-z]{3,}")


def settled(task: Task) -> Task:
    """Return a task that says which language and which sort of program it is about."""
    if task.job != "build":
        return task
    return task.model_copy(
        update={
            "language": task.language or language_of(task.goal)[0],
            "profile": task.profile or profile_of(task.goal),
        }
    )


def command_of(task: Task) -> Found:
    """Return how the tests of a program are run that is still to be written."""
    assert task.language is not None and task.profile is not None, "settled before"
    tongue = language(task.language)
    part = Part(path=tongue.part_path("program", main=True), purpose="", is_main=True)
    blueprint = Blueprint(
        name="program",
        language=task.language,
        profile=task.profile,
        summary="",
        parts=(part,),
    )
    files = {
        **tongue.scaffold(blueprint),
        part.path: tongue.stub(part),
        tongue.test_path(part): tongue.test_file(part, ()),
    }
    with tempfile.TemporaryDirectory(prefix="verdigris-layout-") as folder:
        for path, text in files.items():
            place = Path(folder, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8")
        typed = task.language == "typescript"
        return find(Path(folder)).model_copy(update={"typed": typed})


def keep(folder: Path, built: Built) -> None:
    (folder / BUILT).write_text(built.model_dump_json(indent=2), "utf-8")


def kept(settings: Settings, run_id: str) -> Built | None:
    try:
        return Built.model_validate_json((run_folder(settings, run_id) / BUILT).read_bytes())
    except (OSError, ValueError):
        return None


async def likest(database: Database, settings: Settings, goal: str, language: str) -> Sequence[str]:
    """Return the plans of green builds whose goals have much in common with this one."""
    from verdigris.store.queries import list_runs

    mine = set(_WORD.findall(goal.lower()))
    found: list[tuple[float, str]] = []
    for run in await list_runs(database, limit=_LOOKED_AT, job="build"):
        theirs = set(_WORD.findall(run.goal.lower()))
        share = len(mine & theirs) / len(mine | theirs) if mine and theirs else 0.0
        if run.status != "green" or share < _ALIKE:
            continue
        built = kept(settings, run.id)
        if built is not None and built.blueprint.language == language:
            found.append((share, _told(run.goal, built.blueprint)))
    return [text for _, text in sorted(found, key=lambda one: -one[0])[:_SHOWN]]


def _told(goal: str, blueprint: Blueprint) -> str:
    lines = [f"Goal: {one_line(goal, 200)}"]
    for part in blueprint.parts:
        heads = "; ".join(one_line(one.signature, 100) for one in part.functions)
        lines.append(f"{part.path}: {one_line(part.purpose, 100)} ({heads})")
    return "\n".join(lines)
