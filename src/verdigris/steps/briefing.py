"""What a model is shown of the project: the suspected code, the failing test, and its failure.

Every question about a failure begins with the same text (`context`), word for word: an engine that
keeps what it has read then reads only what is new.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from verdigris.core.lesson import Attempt
from verdigris.core.paths import is_protected
from verdigris.core.plan import Place
from verdigris.core.repair import Localised
from verdigris.core.report import Report, TestResult
from verdigris.core.text import Encoding, cut, decode, one_line
from verdigris.memory.short_term import tell
from verdigris.proposers.base import Brief
from verdigris.repair.locating.localise import locate
from verdigris.retrieval.outline import outline, source_of
from verdigris.steps.deps import Deps
from verdigris.steps.reminding import reminders
from verdigris.steps.state import RunState


async def brief_for(state: RunState, deps: Deps, head: str, report: Report) -> Brief:
    """Gather all that a planner, a proposer or a reflector may know about the first failure."""
    tree = await deps.workspace.tree(head)
    places = state.get("places") or tuple(await locate(tree, report))
    plan, decision, found = state.get("plan"), state.get("decision"), state.get("signature")
    first = report.failures[0]
    files = editable_files(tree, places, tests=deps.settings.edits.allow_test_edits)
    return Brief(
        goal=state["task"].goal,
        failure=first,
        test_source=test_source(tree, first),
        places=places,
        files=files,
        earlier=await _earlier(state, deps, head, files),
        encodings={path: kind for path in files if (kind := encoding_of(tree, path)) != "utf-8"},
        plan=plan.summary if plan and plan.by != "rules" else "",
        findings=tuple(f for f in state.get("findings", ()) if f.severity != "info"),
        attempts=_told(state),
        warning=decision.warning if decision else "",
        cards=tuple(await deps.memory.by_signature(found)) if found else (),
        similar=tuple(await deps.memory.similar(found)) if found else (),
        reminders=await reminders(first, places, files, deps),
        version=await deps.workspace.tree_id(head),
        localised=state.get("localised") or Localised(),
        attempt=len(_since_progress(state.get("attempts", []))) + 1,
    )


async def _earlier(
    state: RunState, deps: Deps, head: str, files: Mapping[str, str]
) -> dict[str, str]:
    base = state.get("base") or head
    if base == head:
        return {}
    tree = await deps.workspace.tree(base)
    found = {path: read_text(tree, path) for path in files}
    return {path: text for path, text in found.items() if text and text != files[path]}


def _told(state: RunState) -> str:
    attempts = _since_progress(state.get("attempts", []))
    lesson = state.get("lesson")
    said = tell(attempts)
    noticed = [f for f in state.get("gate", ()) if f.severity == "warn"] if said else []
    for finding in noticed[:3]:
        # Said of the last change, which it did not block; it may still be why that failed.
        said += f"\nNoticed in that change: {one_line(str(finding), 200)}"
    if said and lesson is not None and lesson.next_idea:
        said += f"\nNext idea: {one_line(lesson.next_idea, 300)}"
    return said


def _since_progress(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Return the attempts at the failure at hand: what won something dealt with another one."""
    kept: list[Attempt] = []
    for attempt in attempts:
        kept = [] if attempt.outcome == "progress" else [*kept, attempt]
    return kept


def editable_files(tree: Path, places: Sequence[Place], *, tests: bool = False) -> dict[str, str]:
    """Return the texts of the suspected files that may be edited and can be edited exactly."""
    texts = {}
    for path in dict.fromkeys(place.path for place in places):
        if is_protected(path) and not tests:
            continue
        if (text := read_text(tree, path)) is not None:
            texts[path] = text
    return texts


def read_text(tree: Path, path: str) -> str | None:
    """Read a file of the tree exactly; None for one that is missing, outside, or not text."""
    found = _read(tree, path)
    return None if found is None or "\0" in found[0] else found[0]


def encoding_of(tree: Path, path: str) -> Encoding:
    found = _read(tree, path)
    return found[1] if found else "utf-8"


def _read(tree: Path, path: str) -> tuple[str, Encoding] | None:
    target = tree / path
    try:
        inside = target.resolve().is_relative_to(tree.resolve())
        return decode(target.read_bytes()) if inside else None
    except OSError:
        return None


def test_source(tree: Path, failure: TestResult) -> str:
    """Return the source of a failing test: its function, else the head of its file."""
    path, _, rest = failure.id.partition("::")
    text = read_text(tree, path)
    if text is None:
        return failure.id
    name = rest.partition("[")[0].replace("::", ".")
    for item in outline(text):
        if item.name == name:
            return source_of(text, item)
    return cut(text, 1500)
