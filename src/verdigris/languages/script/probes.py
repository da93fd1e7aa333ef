"""Probes of JavaScript and TypeScript functions: see `languages/python/probes`.

Arguments are read from the calls of tests where they are literals that JSON knows as well, and
written as JSON, which is JavaScript too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from verdigris.core.building import Check, Part
from verdigris.core.syntax import Dialect, walk
from verdigris.edits.script_items import text_of
from verdigris.languages.script.text import root_of
from verdigris.languages.variants import Arguments, by_function

if TYPE_CHECKING:
    from tree_sitter import Node

_BODY = """\
const {{ createHash }} = await import("node:crypto");
const {{ inspect }} = await import("node:util");
const given{type} = {given};
let came;
try {{
  const value = await {call}(...given);
  const all = {{ depth: 20, sorted: true, maxArrayLength: 10000, maxStringLength: 10000 }};
  const shown = inspect([value, given], all);
  came = "gives " + createHash("sha256").update(shown).digest("hex").slice(0, 16);
}} catch (error{type}) {{
  came = "raises " + (error?.name ?? typeof error);
}}
throw new Error("probe " + came);"""
_DEEPEST = 20
"""Levels of lists and objects in an argument; only a machine nests so deeply."""
_WORDS = {"true": True, "false": False, "null": None}


class _NotPlainError(Exception):
    """A value that JSON does not know."""


def probes(
    part: Part, checks: Sequence[Check], kind: Dialect, limit: int, *, prefix: str
) -> list[Check]:
    names = {one.name for one in part.functions}
    found = by_function((one for check in checks for one in _calls(check.body, names, kind)), limit)
    typed = kind != "javascript"
    return [
        Check(
            name=f"{prefix}_probe_{number}",
            part=part.path,
            body=_BODY.format(
                call=f"({name} as any)" if typed else name,
                given=json.dumps(given),  # in ASCII: half a character is a text in JavaScript
                type=": any" if typed else "",
            ),
            origin="probe",
        )
        for number, (name, given) in enumerate(found, 1)
    ]


def _calls(body: str, names: set[str], kind: Dialect) -> Iterator[tuple[str, Arguments]]:
    for node in walk(root_of(body, kind)):
        if node.type != "call_expression":
            continue
        name, written = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if text_of(name) not in names or written is None or written.type != "arguments":
            continue
        try:
            given = tuple(_value(one) for one in written.named_children)
        except _NotPlainError:
            continue
        if given:
            yield text_of(name), given


def _value(node: Node, level: int = 0) -> Any:
    if level > _DEEPEST:
        raise _NotPlainError
    match node.type:
        case "true" | "false" | "null":
            return _WORDS[node.type]
        case "number" | "unary_expression":
            return _read(text_of(node).replace(" ", ""))
        case "string":
            return _text(text_of(node))
        case "array":
            return [_value(one, level + 1) for one in node.named_children]
        case "object":
            return dict(_entry(one, level + 1) for one in node.named_children)
    raise _NotPlainError


def _entry(node: Node, level: int) -> tuple[str, Any]:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    if node.type != "pair" or key is None or value is None:
        raise _NotPlainError
    if key.type not in ("string", "property_identifier"):
        raise _NotPlainError
    return _text(text_of(key)) if key.type == "string" else text_of(key), _value(value, level)


def _text(written: str) -> str:
    inner = written[1:-1]
    if written[:1] == "'":
        # What is escaped in single quotes only, and what only has to be in double ones.
        inner = inner.replace("\\'", "'").replace('\\"', '"').replace('"', '\\"')
    return str(_read(f'"{inner}"'))


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise _NotPlainError from None
