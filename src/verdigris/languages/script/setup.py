"""What stands around and before a claim: declarations, hooks, imports, earlier assertions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from verdigris.core.building import Part
from verdigris.core.syntax import Dialect, walk
from verdigris.edits.script_items import text_of
from verdigris.languages.script.text import (
    assignment,
    declared,
    flush,
    imported,
    quoted,
    relative,
    stem,
    string_value,
    used,
)  # fmt: skip

if TYPE_CHECKING:
    from tree_sitter import Node

_RUNNERS = re.compile(
    r"(?:node:)?(?:test|assert)(?:/strict)?\Z|vitest\Z|@jest/globals\Z|jest\Z|mocha\Z|chai\Z"
)
_DONE = re.compile(r"\b(?:doesNotThrow|doesNotReject)\(|\.not\.(?:to\.)?(?:toThrow|throw)")
_OURS = frozenset(("assert", "test", "it", "describe", "expect", "t", "before", "after"))
_PURE = frozenset((
    "Math", "JSON", "Object", "Array", "Number", "String", "Boolean", "Date", "RegExp", "Set",
    "Map", "BigInt", "Symbol", "Promise", "Error", "TypeError", "RangeError", "SyntaxError",
    "undefined", "NaN", "Infinity", "assert", "expect", "console", "parseInt", "parseFloat",
))  # fmt: skip


@dataclass(frozen=True)
class _Line:
    text: str
    names: frozenset[str]
    """What it declares; nothing for what is done rather than declared."""
    uses: frozenset[str]
    always: bool = False


@dataclass(frozen=True)
class Setup:
    part: Part
    kind: Dialect
    lines: tuple[_Line, ...] = field(default=())

    def having(self, text: str, node: Node, names: set[str] | None = None) -> Setup:
        if not text.strip():
            return self
        made = frozenset(names if names is not None else declared(node))
        own = {one.name.partition(".")[0] for one in self.part.functions}
        if node.type != "import_statement" and made and made <= own | _OURS:
            return self  # the part again, or a runner under its usual name
        return self._with(_Line(text, made, frozenset(used(node)), always=not made))

    def with_hook(self, name: str, function: Node) -> Setup:
        """Return a set-up that does what a hook does, at its place."""
        body = function.child_by_field_name("body")
        if body is None:
            return self
        inside = body.named_children if body.type == "statement_block" else [body]
        if not name.startswith("before"):
            text = "\n".join(_ended(flush(one)) for one in inside)
            text = f"t.after(async () => {{\n{text}\n}});"
            return self._with(_Line(text, frozenset(), frozenset(used(body)), always=True))
        setup = self
        for one in inside:
            # `cart = new Cart()` is for the tests that use it; anything else may matter to all.
            made = frozenset(_assigned(one) or declared(one))
            line = _Line(_ended(flush(one)), made, frozenset(used(one)), always=not made)
            setup = setup._with(line) if one.type != "comment" else setup
        return setup

    def after(self, statement: Node) -> Setup:
        """Return a set-up in which an assertion has been evaluated and not been believed."""
        known = {name for line in self.lines for name in line.names if _is_state(line)}
        first = _judged(statement)
        if statement.type != "expression_statement" or _DONE.search(text_of(statement)):
            first = statement  # a loop, or what shall go well: as it is written
        if first is None or not used(first) & known or not _acts(first):
            return self
        return self._with(_Line(_ended(flush(first)), frozenset(), frozenset(used(first)), True))

    def _with(self, line: _Line) -> Setup:
        return replace(self, lines=(*self.lines, line))

    def needed(self, claim: Node) -> list[str]:
        """Return what a claim needs, in its order: what is done, and what is declared and used."""
        wanted = set(used(claim))
        chosen: set[int] = set()
        done = [i for i, line in enumerate(self.lines) if line.always]
        for i in done:
            wanted |= self.lines[i].uses
        grown = True
        while grown:
            grown = False
            for i, line in enumerate(self.lines):
                if i not in chosen and not line.always and line.names & wanted:
                    chosen.add(i)
                    wanted |= line.uses
                    grown = True
        keep = sorted(chosen | set(done))
        return [_ended(self.lines[i].text) for i in keep]


def _assigned(statement: Node) -> set[str]:
    made = assignment(statement) or statement
    left = made.child_by_field_name("left") if made.type == "assignment_expression" else None
    return {text_of(left)} if left is not None and left.type == "identifier" else set()


def is_about_something(claim: Node) -> bool:
    """Tell whether a claim is about more than what the language brings: `1 + 1` is not."""
    return bool(used(claim) - _PURE - _OURS)


def _judged(statement: Node) -> Node | None:
    """Return the value an assertion is about; None where it is about a failure."""
    if re.search(r"throws|rejects|Throw|Reject", text_of(statement)):
        return None
    for call in walk(statement):
        name = text_of(call.child_by_field_name("function"))
        if call.type == "call_expression" and re.match(r"(?:assert\b|t\.assert\b|expect\Z)", name):
            given = call.child_by_field_name("arguments")
            return given.named_children[0] if given is not None and given.named_children else None
    return None


def _ended(text: str) -> str:
    return text if text.rstrip().endswith((";", "}")) else f"{text};"


def _is_state(line: _Line) -> bool:
    """Tell whether what a line declares may change: it was made by a call or is an object."""
    return bool(re.search(r"\bnew\b|\(|\[|\{|\blet\b", line.text))


def _acts(node: Node) -> bool:
    return any(
        one.type in ("call_expression", "new_expression", "update_expression") for one in walk(node)
    )


def is_runner(statement: Node) -> bool:
    """Tell whether a statement only fetches a test runner or its assertions."""
    match = re.search(r"require\(\s*['\"]([^'\"]+)['\"]\s*\)", text_of(statement))
    if match and statement.type.endswith("declaration"):
        return bool(_RUNNERS.match(match.group(1)))
    return statement.type in ("empty_statement", "export_statement") or "use strict" in text_of(
        statement
    )


def import_as_statement(statement: Node, part: Part) -> str:
    """Return an import as a statement for the inside of a function, where one is needed."""
    module = string_value(statement.child_by_field_name("source"))
    if _RUNNERS.match(module):
        return _assertions(statement) if "assert" in module else ""
    if re.match(r"import\s+type\b", text_of(statement)):
        return ""
    own = {one.name.partition(".")[0] for one in part.functions}
    there = {name for _, name, _ in imported(statement)}
    if there and there <= own:
        return "\n".join(_own(statement, own, part))  # from wherever it thinks they come
    path = module
    if module.startswith("."):
        files = {stem(one): one for one in (*part.needs, part.path)}
        target = files.get(stem(module))
        if target == part.path:
            return "\n".join(_own(statement, own, part))
        path = relative(target, "test") if target else module
    return "\n".join(_fetched(statement, path))


def _assertions(statement: Node) -> str:
    names = [
        there if here == there else f"{there}: {here}"
        for here, there, _ in imported(statement)
        if there not in ("default", "*", "strict") and here != "assert"
    ]
    return f"const {{ {', '.join(names)} }} = assert;" if names else ""


def _own(statement: Node, own: set[str], part: Part) -> list[str]:
    """Return what an import of the part itself says beside the names that are there anyway."""
    found: list[str] = []
    fetched = f"await import({quoted(relative(part.path, 'test'))});"
    for here, there, _ in imported(statement):
        if here in own:
            continue
        if there == "*":
            found.append(f"const {here} = {fetched}")
        elif there in own:
            found.append(f"const {here} = {there};")
        elif there == "default" and len(own) == 1:
            found.append(f"const {here} = {next(iter(own))};")
        else:
            found.append(f"const {{ {there}: {here} }} = {fetched}")
    return found


def _fetched(statement: Node, path: str) -> list[str]:
    names: list[str] = []
    whole: list[str] = []
    for here, there, _ in imported(statement):
        if there == "*":
            whole.append(f"const {here} = await import({quoted(path)});")
        else:
            names.append(here if here == there else f"{there}: {here}")
    if names:
        whole.append(f"const {{ {', '.join(names)} }} = await import({quoted(path)});")
    return whole
