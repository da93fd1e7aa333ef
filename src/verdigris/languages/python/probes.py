"""Probes of Python functions: calls that a test makes with plain values, and others like them.

A probe claims nothing. It always fails, and what the call came to is in its message, so that the
answers of several programs can be held against each other (`building/probing`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from verdigris.core.building import Check, Part
from verdigris.languages.python.parts import wanted
from verdigris.languages.python.text import identifier, module_of, parse
from verdigris.languages.variants import Arguments, by_function, plain

_BODY = """\
import hashlib, pprint, re
given = {given}
try:
    value = {name}(*given)
    shown = re.sub(r" at 0x[0-9a-f]+", "", pprint.pformat((value, given), width=10_000))
    came = "gives " + hashlib.sha256(shown.encode("utf-8", "replace")).hexdigest()[:16]
except Exception as error:
    came = "raises " + type(error).__name__
raise AssertionError("probe " + came)"""


def probes(part: Part, checks: Sequence[Check], limit: int) -> list[Check]:
    names = set(wanted(part))
    found = by_function((one for check in checks for one in _calls(check.body, names)), limit)
    return [
        Check(
            name=f"{identifier(module_of(part.path))}_probe_{number}",
            part=part.path,
            body=_BODY.format(name=name, given=repr(list(given))),
            origin="probe",
        )
        for number, (name, given) in enumerate(found, 1)
    ]


def _calls(body: str, names: set[str]) -> Iterator[tuple[str, Arguments]]:
    tree = parse(body)
    for node in ast.walk(tree) if tree else ():
        match node:
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in names and args:
                try:
                    given = tuple(ast.literal_eval(one) for one in args)
                except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
                    continue
                if plain(given):
                    yield name, given
