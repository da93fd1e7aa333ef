"""Tests for node:test that rules write: the goal's own examples, and properties of names."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from verdigris.core.building import Check, Example, Function, Part
from verdigris.core.syntax import Dialect, walk
from verdigris.core.text import one_line
from verdigris.edits.script_items import text_of
from verdigris.languages.script.expect import WRITTEN
from verdigris.languages.script.names import free_names
from verdigris.languages.script.running import ran_last
from verdigris.languages.script.text import quoted, root_of

if TYPE_CHECKING:
    from tree_sitter import Node

_LITERAL = frozenset((
    "string", "string_fragment", "escape_sequence", "number", "true", "false", "null",
    "undefined", "array", "object", "pair", "property_identifier", "unary_expression",
    "template_string", "regex", "regex_pattern", "regex_flags", "parenthesized_expression",
    "new_expression", "arguments", "identifier", "computed_property_name", "comment",
))  # fmt: skip
_NAMES = frozenset(("undefined", "NaN", "Infinity", "Map", "Set", "Date"))
_OTHER_WORDS = {"None": "null", "True": "true", "False": "false"}
_ERROR = re.compile(
    r"^(?:(?:it\s+)?(?:throws?|raises?|rejects?(?:\s+with)?)\b(?:\s+an?)?\s*)"
    r"(?:new\s+)?(?P<name>[A-Z]\w*)?(?P<rest>.*)\Z",
    re.S,
)


def example(example: Example, part: Part, kind: Dialect, *, name: str) -> Check | None:
    body = _command(example) if example.kind == "command" else _call(example, part, kind)
    if not body:
        return None
    return Check(
        name=name, part=part.path, body=body, origin="example", says=one_line(example.quoted, 200)
    )


def _command(example: Example) -> str:
    """Return the test of a command; where it has several lines, the last one's output counts."""
    try:
        lines = [shlex.split(line) for line in example.given.strip().split("\n")]
    except ValueError:
        return ""
    said = "\n".join(line.rstrip() for line in example.expected.rstrip().split("\n"))
    return (
        f"{ran_last(lines, example.stdin)}\n"
        'const said = done.stdout.replace(/[^\\S\\n]+$/gm, "").trimEnd();\n'
        f"assert.equal(said, {quoted(said)}, done.stderr || undefined);"
    )


def _call(example: Example, part: Part, kind: Dialect) -> str:
    """Return the test of a call; what stands in lines before it is done first."""
    *before, given = (line.rstrip("; ") for line in example.given.strip().split("\n"))
    root = root_of("".join([*(f"{line};\n" for line in before), f"({given});"]), kind)
    if root.has_error or len(root.named_children) != len(before) + 1:
        return ""
    claim = _claimed(given, root, example, part, kind)
    return "\n".join([*(f"{line};" for line in before), claim]) if claim else ""


def _claimed(given: str, root: Node, example: Example, part: Part, kind: Dialect) -> str:
    own = {one.name.partition(".")[0]: one for one in part.functions}
    called = {
        text_of(node.child_by_field_name("function") or node.child_by_field_name("constructor"))
        for node in walk(root)
        if node.type in ("call_expression", "new_expression")
    }
    heads = {re.split(r"\W", one)[0] for one in called}
    if not called or (own and not heads & set(own)) or free_names(root) - set(own):
        return ""
    later = any(_is_async(own[one]) for one in heads & set(own)) and not given.startswith("await")
    expected = _OTHER_WORDS.get(example.expected.strip(), example.expected.strip().rstrip(";"))
    if error := _ERROR.match(expected):
        return _failing(given, later or given.startswith("await"), error, own)
    if not is_literal(expected, kind):
        return ""
    shown = f"await {given}" if later else given
    if re.fullmatch(r"-?\d*\.\d+(?:e[+-]?\d+)?", expected):
        return (
            f'const answer = {shown};\nassert.equal(typeof answer, "number");\n'
            f"assert.ok(Math.abs(answer - {expected}) <= 1e-9 * Math.max(1, Math.abs(answer)), "
            f"`expected {expected}, got ${{answer}}`);"
        )
    return f"assert.deepEqual({shown}, {expected});"


def _failing(given: str, later: bool, error: re.Match[str], own: Collection[str]) -> str:
    name = error["name"] or ""
    how = "await assert.rejects(async () => {given}{more});" if later else (
        "assert.throws(() => {given}{more});"
    )  # fmt: skip
    telling = name in own or name.endswith(("Error", "Exception"))
    # A plain Error is what a stub throws as well.
    exact = telling and name != "Error"
    more = f", {{ name: {quoted(name)} }}" if exact else f", {WRITTEN}"
    if name in own:
        more = f", {name}"
    return how.format(given=given, more=more)


def _is_async(function: Function) -> bool:
    return bool(re.search(r"\basync\b|Promise<", function.signature))


def is_literal(text: str, kind: Dialect) -> bool:
    """Tell whether an expression is a value and nothing else."""
    root = root_of(f"({text});", kind)
    if root.has_error or len(root.named_children) != 1 or not text.strip():
        return False
    inside = root.named_children[0]
    return all(
        not node.is_named or node.type in _LITERAL or node.type == "expression_statement"
        for node in walk(inside)
    ) and all(text_of(node) in _NAMES for node in walk(inside) if node.type == "identifier")


# Properties

_PAIRS = (
    ("encode", "decode"), ("serialize", "deserialize"), ("serialise", "deserialise"),
    ("stringify", "parse"), ("format", "parse"), ("compress", "decompress"),
    ("encrypt", "decrypt"), ("escape", "unescape"), ("pack", "unpack"), ("to", "from"),
)  # fmt: skip
_TWICE = re.compile(
    r"^(?:slugify|normali[sz]e\w*|trim\w*|strip\w*|clean\w*|sanitize\w*|sort\w*|dedupe\w*|dedup\w*|"
    r"uniq\w*|unique\w*|removeDuplicates|collapse\w*|abs\w*|lowerCase|upperCase|titleCase|"
    r"toTitleCase|capitali[sz]e\w*|kebabCase|snakeCase|camelCase|toKebab\w*|toSnake\w*)$"
)
_BACK = re.compile(r"^(?:reverse\w*|invert\w*|rot13|swapCase|transpose|negate|flip\w*)$")
_TEXTS = re.compile(
    r"string|^(?:s|str|text|string|word|words|input|value|title|name|sentence)$", re.I
)
_LISTS = re.compile(r"\[\]|array|^(?:list|items|arr|array|values|nums|numbers|xs|elements)$", re.I)
_NUMBERS = re.compile(r"number|^(?:n|num|number|x|i|count)$", re.I)
_SEEDED = """\
let seed = {seed};
const next = (most) => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;"""
_MADE = {
    "text": 'Array.from({ length: next(12) }, () => "aB c-_9.é,"[next(11)]).join("")',
    "list": "Array.from({ length: next(8) }, () => next(20) - 10)",
    "number": "next(2000) - 1000",
}


def properties(part: Part, prefix: str) -> list[Check]:
    found: list[Check] = []
    for says, given, claim in _claims(part.functions):
        seeded = _SEEDED.format(seed=len(found) + 1)
        body = (
            f"{seeded}\nfor (let round = 0; round < 100; round += 1) {{\n"
            f"  const given = {given};\n  {claim}\n}}"
        )
        found.append(
            Check(
                name=f"{prefix}_property_{len(found) + 1}",
                part=part.path,
                body=body,
                origin="property",
                says=says,
            )
        )
    return found


def _claims(functions: tuple[Function, ...]) -> Iterator[tuple[str, str, str]]:
    shapes = {one.name: one for one in functions if "." not in one.name}
    for one in shapes.values():
        given = _given(one)
        if given is None:
            continue
        call = _caller(one)
        for there, back in _PAIRS:
            other = shapes.get(_counterpart(one.name, there, back))
            if other is not None and other.name != one.name:
                yield (
                    f"{other.name} undoes {one.name}",
                    _MADE[given],
                    f"assert.deepEqual({_caller(other, call)}, given);".replace("ARG", "given"),
                )
        copy = "[...given]" if given == "list" else "given"
        if _TWICE.match(one.name):
            once, again = call.replace("ARG", copy), call.replace("ARG", _again(given))
            yield (
                f"{one.name} twice is {one.name} once",
                _MADE[given],
                f"const once = {once};\n  assert.deepEqual({again}, once);",
            )
        if one.name.startswith("sort") and given == "list":
            yield (
                f"{one.name} keeps every element",
                _MADE[given],
                f"assert.equal({call.replace('ARG', copy)}.length, given.length);",
            )
        if _BACK.match(one.name):
            first = call.replace("ARG", copy)
            yield (
                f"{one.name} twice gives back what it was given",
                _MADE[given],
                f"assert.deepEqual({call.replace('ARG', first)}, given);",
            )


def _again(given: str) -> str:
    return "[...once]" if given == "list" else "once"


def _counterpart(name: str, there: str, back: str) -> str:
    for one, other in ((there, back), (there.capitalize(), back.capitalize())):
        if re.match(rf"{one}(?![a-z])|.*{one}\Z", name):
            return name.replace(one, other, 1)
    return ""


def _caller(function: Function, inner: str = "ARG") -> str:
    call = f"{function.name}({inner})"
    return f"(await {call})" if _is_async(function) else call


def _given(function: Function) -> str | None:
    """Return what to make for a function of one argument; None where that cannot be told."""
    match = re.search(r"\(([^()]*)\)", function.signature)
    inside = match.group(1).strip() if match else ""
    if not inside or "," in inside or inside.startswith(("{", "...", "[")):
        return None
    name, _, kind = (piece.strip() for piece in inside.partition(":"))
    name = name.rstrip("?").partition("=")[0].strip()
    for shape, pattern in (("list", _LISTS), ("text", _TEXTS), ("number", _NUMBERS)):
        if pattern.search(kind or name):
            return shape
    return None
