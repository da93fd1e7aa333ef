"""From one difference to a template, and templates that are the same written the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence

from verdigris.core.template import HOLE, Form, Template
from verdigris.repair.templates.particular import Abstraction
from verdigris.repair.templates.trees import Key, fields, unparse

_TRIES = 6
_TEXT = 600
"""Characters of one side of a template."""


def abstract(
    form: Form,
    before: Sequence[ast.AST],
    after: Sequence[ast.AST],
    library: dict[str, str],
    *,
    loose: bool,
) -> Template | None:
    """Return the template of a difference; None when it would be too large, or cannot be one."""
    if any(HOLE.search(word) for node in (*before, *after) for word in _words(node)):
        return None  # code that looks like ours would be taken for holes
    apart: set[Key] = set()
    for _ in range(_TRIES):
        made = Abstraction(before, after, library, loose, apart)
        texts = unparse(made.side(before, first=True)), unparse(made.side(after, first=False))
        if not (more := made.unreachable(*texts)):
            break
        apart |= more
    if made.hopeless or max(map(len, texts)) > _TEXT:
        return None
    uses = made.uses(*texts)
    imports = tuple(sorted(library[n] for n in made.library_used if n in library))
    return numbered(form, *texts, uses, imports)


def numbered(
    form: Form,
    before: str,
    after: str,
    uses: dict[str, tuple[str, ...]],
    imports: tuple[str, ...] = (),
) -> Template:
    """Return the template with its holes numbered as they appear, so that equals are equal."""
    order: dict[str, str] = {}
    used = " ".join(" ".join((hole, *of)) for hole, of in sorted(uses.items()))
    for match in HOLE.finditer(f"{before}\n{after}\n{used}"):
        order.setdefault(match.group(), f"_{match.group(1)}{len(order) + 1}_")

    def name(match: re.Match[str]) -> str:
        return order[match.group()]

    return Template(
        form=form,
        before=HOLE.sub(name, before),
        after=HOLE.sub(name, after),
        uses={order[hole]: tuple(sorted(order[u] for u in of)) for hole, of in uses.items()},
        imports=imports,
    )


def _words(node: ast.AST) -> Iterable[str]:
    for inner in ast.walk(node):
        for _, value in fields(inner):
            if isinstance(value, str):
                yield value
            elif isinstance(value, list):
                yield from (word for word in value if isinstance(word, str))
