"""Parts of Python programs, from the heads of what they offer."""

from __future__ import annotations

import re

from verdigris.core.building import Blueprint, Check, Function, Part, Profile
from verdigris.languages.python.language import Python

PYTHON = Python()


def part_of(path: str, *heads: str, is_main: bool = False) -> Part:
    """Return a part that offers functions and classes with these heads: `def f(x)`."""
    names = [re.search(r"\b(?:def|class)\s+([\w.]+)", head) for head in heads]
    functions = [
        Function(name=name[1], signature=head)
        for name, head in zip(names, heads, strict=True)
        if name
    ]
    return Part(path=path, purpose="", functions=tuple(functions), is_main=is_main)


def blueprint_of(*parts: Part, profile: Profile = "library") -> Blueprint:
    return Blueprint(
        name="demo", language="python", profile=profile, summary="A demo.", parts=parts
    )


def bodies(answer: str, part: Part) -> list[str]:
    return [check.body for check in PYTHON.read_checks(answer, part, sample=1)]


def fenced(code: str) -> str:
    return f"Here you are:\n\n```python\n{code}\n```\n\nI hope this helps!\n"


def check_of(body: str, part: Part, name: str = "x") -> Check:
    return Check(name=name, part=part.path, body=body, origin="criterion")
