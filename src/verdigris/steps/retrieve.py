"""Which code is to be looked at: the places a failure, its tests and the plan point to."""

from __future__ import annotations

import re

from verdigris.core.events import Retrieved
from verdigris.core.paths import is_protected
from verdigris.core.plan import Place
from verdigris.core.text import count, one_line
from verdigris.repair.localise import locate
from verdigris.retrieval.lexical import definitions_of, files_matching
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState

_FILES = 200
"""Files that are looked at where nothing points to any."""
# A name that is meant as one: in backquotes, called, or written as only code is.
_NAMED = re.compile(r"`([A-Za-z_]\w*)(?:\(\))?`|\b([A-Za-z]\w*(?=\()|\w+_\w+)")


async def retrieve(state: RunState, deps: Deps) -> RunState:
    tree = await deps.workspace.tree(state["head"])
    report = state.get("current")
    plan = state.get("plan")
    words = plan.words if plan else ()
    places: tuple[Place, ...] = ()
    if report is not None and report.failures:
        places = tuple(await locate(tree, report, words))
    if not places:
        # Nothing points anywhere, as with a test command that prints no traceback: look at all.
        names = [a or b for a, b in _NAMED.findall(state["task"].goal)]
        named = await definitions_of(tree, names)
        paths = [p for p in named or await files_matching(tree, ".") if not is_protected(p)]
        places = tuple(Place(path=path, reason="part of the project") for path in paths[:_FILES])
    await deps.bus.emit(Retrieved(places=places))
    shown = ", ".join(f"{p.path}:{p.name}" if p.name else p.path for p in places[:3])
    deps.said(
        one_line(f"{count(len(places), 'place')}: {shown}" if places else "no suspect was found")
    )
    return {"places": places}
