"""Trying templates on code, for tests: every line is a suspect."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from verdigris.core.repair import Localised, Suspect
from verdigris.core.template import Offer, Template
from verdigris.repair.idea import Idea
from verdigris.repair.source import read_source
from verdigris.repair.templates.apply import ideas_from_templates

PATH = "shop/code.py"


def ideas_for(
    templates: Sequence[Template], text: str, lines: Sequence[int] = (), path: str = PATH
) -> list[Idea]:
    source = read_source(path, text)
    assert source is not None
    suspects = [
        Suspect(path=path, line=line, score=1.0) for line in lines or range(1, text.count("\n") + 2)
    ]
    offers = [Offer(template=template, weight=1.0) for template in templates]
    return ideas_from_templates(offers, source, suspects, Localised())


def same_code(one: str, other: str) -> bool:
    return ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))


def rank(ideas: Sequence[Idea], text: str, wanted: str) -> int | None:
    """Return at which place the wanted text comes, from 0; None when it does not."""
    for number, idea in enumerate(ideas):
        if same_code(idea.apply(text), wanted):
            return number
    return None
