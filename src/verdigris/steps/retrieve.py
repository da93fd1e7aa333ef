"""Which code is to be looked at: the lines and places a failure, its tests and the plan point to.

The tests are observed once for each version of the project. Where that is not possible, or fails,
reading alone has to do: it never costs the run.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from functools import partial
from pathlib import Path

from verdigris.core.events import Retrieved
from verdigris.core.observed import Observed
from verdigris.core.paths import is_protected, is_test_file
from verdigris.core.plan import Place
from verdigris.core.repair import Localised, spot
from verdigris.core.report import Report
from verdigris.core.text import count, one_line
from verdigris.edits.recent import recent_lines
from verdigris.errors import VerdigrisError
from verdigris.repair.locating.code import Code
from verdigris.repair.locating.localise import localise, locate
from verdigris.repair.locating.ranking import rank_places
from verdigris.retrieval.lexical import definitions_of, files_matching
from verdigris.retrieval.outline import outline, source_of
from verdigris.steps.briefing import read_text
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState
from verdigris.suites.spectrum import observe

_FILES = 200
"""Files that are looked at where nothing points to any."""
_SHOWN = 10
# A name that is meant as one: in backquotes, called, or written as only code is.
_NAMED = re.compile(r"`([A-Za-z_]\w*)(?:\(\))?`|\b([A-Za-z]\w*(?=\()|\w+_\w+)")


async def retrieve(state: RunState, deps: Deps) -> RunState:
    tree = await deps.workspace.tree(state["head"])
    report = state.get("current")
    places: tuple[Place, ...] = ()
    localised = Localised()
    if report is not None and report.failures:
        places, localised = await _found(state, deps, tree, report)
    if not places:
        # Nothing points anywhere, as with a test command that prints no traceback: look at all.
        names = [a or b for a, b in _NAMED.findall(state["task"].goal)]
        named = await definitions_of(tree, names)
        paths = [p for p in named or await files_matching(tree, ".") if not is_protected(p)]
        places = tuple(Place(path=path, reason="part of the project") for path in paths[:_FILES])
    suspects = localised.suspects
    await deps.bus.emit(Retrieved(places=places, suspects=suspects[:_SHOWN], note=localised.note))
    deps.said(one_line(_said(places, localised)))
    return {"places": places, "localised": localised, "localised_at": state["head"]}


def _said(places: tuple[Place, ...], localised: Localised) -> str:
    shown = ", ".join(f"{p.path}:{p.name}" if p.name else p.path for p in places[:3])
    found = f"{count(len(places), 'place')}: {shown}" if places else "no suspect was found"
    return f"{found} ({localised.note})" if localised.note else found


async def _found(
    state: RunState, deps: Deps, tree: Path, report: Report
) -> tuple[tuple[Place, ...], Localised]:
    plan = state.get("plan")
    words = plan.words if plan else ()
    known = state.get("localised")
    if known is not None and state.get("localised_at") == state["head"]:
        # The same version fails in the same way; only the plan may name other code.
        read = await locate(tree, report, words)
        return tuple(rank_places(Code(tree), read, known.suspects)), known
    observed = await _observed(state, deps, report)
    texts = {
        path: text
        for path in dict.fromkeys(path for seen in observed.tests for path in seen.lines)
        if not is_test_file(path) and (text := read_text(tree, path)) is not None
    }
    recent = await asyncio.to_thread(recent_lines, Path(state["task"].root), texts)
    past = await _past(state, deps)
    places, localised = await localise(
        tree, report, observed, words=words, recent=recent, past=past
    )
    return tuple(places), localised


async def _observed(state: RunState, deps: Deps, report: Report) -> Observed:
    most = min(deps.settings.suite.observe_seconds, 3 * report.seconds + 2)
    if deps.settings.suite.observe_seconds == 0:
        return Observed(trouble="switched off")
    try:
        copy = partial(deps.workspace.fresh, state["head"])
        return await observe(deps.suite, copy, report, most)
    except (VerdigrisError, OSError) as error:
        return Observed(trouble=one_line(str(error), 120))


async def _past(state: RunState, deps: Deps) -> Counter[str]:
    """Return the functions in which this failure was mended before, and how often."""
    signature = state.get("signature")
    cards = await deps.memory.by_signature(signature, limit=20) if signature else []
    found: Counter[str] = Counter()
    for card in cards:
        for edit in card.change.edits if card.green and card.change else ():
            before, after = edit.before or "", edit.after or ""
            found.update(
                spot(edit.path, item.name)
                for item in outline(before)
                if not item.is_class and source_of(before, item) not in after
            )
    return found
