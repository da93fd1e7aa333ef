"""What a model is shown of the project: the suspected code and the source of the failing test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verdigris.core.paths import is_protected
from verdigris.core.plan import Place
from verdigris.core.report import Report, TestResult
from verdigris.core.text import cut
from verdigris.proposers.base import Brief
from verdigris.proposers.showing import show_code
from verdigris.retrieval.outline import outline, source_of
from verdigris.steps.state import RunState

_PLAN_ROOM = 4000


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
    """Read a file of the tree exactly; None for one that is missing, outside, or not UTF-8."""
    target = tree / path
    try:
        if not target.resolve().is_relative_to(tree.resolve()):
            return None
        return target.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
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


def failure_brief(
    state: RunState, report: Report, places: Sequence[Place], files: dict[str, str], tree: Path
) -> str:
    first = report.failures[0]
    brief = Brief(
        goal=state["task"].goal,
        failure=first,
        test_source=test_source(tree, first),
        places=tuple(places),
        files=files,
    )
    return show_code(brief, _PLAN_ROOM)
