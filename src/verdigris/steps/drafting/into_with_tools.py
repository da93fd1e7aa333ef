"""What a coder with tools is given where stubs of a project are written, and what it may see.

It goes on from the best there is: the project's own tests judge, so nobody has to vouch for what
it shares with others. It reads the project as the run has taken it, without what is hidden or a
link, and writes only the files that have stubs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from verdigris.building.dialogue import Brief
from verdigris.building.workbench import Workbench
from verdigris.core.building import Blueprint
from verdigris.core.change import Change
from verdigris.core.report import Report
from verdigris.core.syntax import syntax_error
from verdigris.core.text import count, listed
from verdigris.edits.guard import require_inside, require_no_link
from verdigris.edits.splice import splice
from verdigris.errors import ModelMistake
from verdigris.languages import language
from verdigris.languages.base import Language
from verdigris.models.base import Model
from verdigris.steps.briefing import read_text
from verdigris.steps.coder.dialogue import Job, Made, work
from verdigris.steps.coder.running import Runs, program_of, within
from verdigris.steps.deps import Deps
from verdigris.steps.drafting.with_tools import keep, refuse
from verdigris.steps.trying.bench import PatchBench

_MOST_FILES = 2000


@dataclass(frozen=True)
class Standing:
    """How far the writing of stubs has come."""

    blueprint: Blueprint
    tree: Path
    before: Mapping[str, str]
    """The files with stubs as they were found."""
    texts: Mapping[str, str]
    """The same files as they are now."""
    tests: Mapping[str, str]
    """All tests of the project, by path."""
    shown: str
    """Those of the tests that are shown at once."""
    head: str
    iteration: int


async def mended_with_tools(
    here: Standing, bench: PatchBench, model: Model, deps: Deps, *, number: int
) -> Made:
    """Let a coder with tools go on from what is there. The change is against what was found."""
    made = await work(_job(here, bench, deps), model, deps)
    await keep(made, made.why, deps, iteration=here.iteration, number=number)
    return made


def _job(here: Standing, bench: PatchBench, deps: Deps) -> Job:
    tongue, main = language(here.blueprint.language), here.blueprint.main
    words = tongue.start(main) if main.is_main else ()
    program = program_of(words, deps, here.head, lambda change: change)
    others = islice(_names(here.tree), _MOST_FILES)

    async def run(change: Change) -> Report:
        own = deps.settings
        seconds = own.build.test_seconds * len(bench.failing)
        # Where the failing tests cannot be run by themselves, all of them are.
        return await within(
            seconds if bench.alone else own.suite.wall_seconds,
            bench.run(change),
            deps.suite.command,
        )

    return Job(
        title=f"{count(len(here.texts), 'file')} with stubs",
        brief=Brief(
            blueprint=here.blueprint,
            parts=tuple(sorted(here.texts)),
            texts=dict(here.texts),
            tests=here.shown,
            all_shown=False,
            rest_stays=True,
            program=" ".join(words) if program else "",
            turns=deps.settings.build.turns,
        ),
        language=tongue,
        before=here.before,
        bench=Workbench(
            dict(here.texts),
            [path for path in others if path not in here.texts],
            partial(_look, here.tree),
            place=_placed,
        ),
        runs=Runs(bench.failing, run, partial(_gate, here=here, deps=deps), program),
        finish=partial(_finished, here, tongue),
        seed=1000 * (here.iteration - 1),
    )


def _gate(change: Change, *, here: Standing, deps: Deps) -> None:
    require_inside(change, here.tree)
    refuse(change, deps, dict(here.tests))


def _look(tree: Path, path: str) -> str | None:
    require_no_link(path, tree)
    return read_text(tree, path)


def _names(tree: Path) -> Iterator[str]:
    """Yield the files of a tree that may be seen, links and hidden ones left out."""
    for folder, folders, names in os.walk(tree):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            place = Path(folder, name)
            if not name.startswith(".") and not place.is_symlink():
                yield place.relative_to(tree).as_posix()


def _placed(path: str, before: str, text: str) -> str:
    """Put what was written into the file: what it leaves out stays as it is."""
    return splice(before, text, path)


def _finished(here: Standing, tongue: Language, path: str, text: str) -> str:
    if error := syntax_error(path, text):
        raise ModelMistake(f"{path} does not parse: {error}.")
    there = {one.name for one in tongue.signatures(text)}
    had = (one.name for one in tongue.signatures(here.before[path]))
    if gone := [name for name in had if name not in there]:
        raise ModelMistake(f"{path} has lost {listed(gone)}. Keep every name.")
    return text
