"""What a change teaches, made into templates and kept: for runs that went green and for history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verdigris.core.change import FileEdit
from verdigris.core.paths import is_protected
from verdigris.core.template import Learned, Provenance, Template
from verdigris.memory.patterns import PatternStore
from verdigris.repair.templates.generalise import generalise
from verdigris.repair.templates.merge import merge
from verdigris.repair.templates.trees import shape

_MERGED = 12
"""Merged templates that one change may bring."""


def templates_of(edits: Iterable[FileEdit]) -> list[Template]:
    """Return what the edits of a change teach. Tests and files that came or went teach nothing."""
    found: dict[str, Template] = {}
    for edit in edits:
        if edit.before is not None and edit.after is not None and not is_protected(edit.path):
            for template in generalise(edit.before, edit.after, edit.path):
                found.setdefault(template.id, template)
    return list(found.values())


async def teach(
    patterns: PatternStore, templates: Sequence[Template], source: Provenance
) -> tuple[int, list[Template]]:
    """Keep templates and what they have in common with others of their shape.

    Returns how many were not known, and the merged ones. May raise StoreError; then nothing of it
    was kept. Teaching the same twice changes nothing.
    """
    if await patterns.known([source.key]):
        return 0, []
    learned = {
        one.id: Learned(template=one, shape=shape(one), sources=(source,)) for one in templates
    }
    own = list(learned.values())
    common: list[Template] = []
    for one in own:
        for other in await patterns.of_shape(one.shape):
            # What the same change taught differs in how general it is, and in nothing else.
            if len(common) >= _MERGED or all(s.key == source.key for s in other.sources):
                continue
            both = merge(one.template, other.template)
            if both is not None:
                _add(learned, both, (source, *other.sources))
                common.append(both)
    return await patterns.learn(list(learned.values())), common


def _add(learned: dict[str, Learned], both: Template, sources: Sequence[Provenance]) -> None:
    known = learned.get(both.id)
    merged = {s.key: s for s in (*(known.sources if known else ()), *sources)}
    learned[both.id] = Learned(template=both, shape=shape(both), sources=tuple(merged.values()))
