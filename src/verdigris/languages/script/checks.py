"""From a model's answer to tests for node:test, one for each claim, with all that each needs.

A claim is an assertion that stands at the top of a test, or a loop or `try` that holds some. What
stands before it is its set-up; earlier assertions are kept for what they do, not for what they
claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from verdigris.core.building import Check, Part
from verdigris.core.syntax import Dialect, script_tokens, walk
from verdigris.core.text import one_line
from verdigris.edits.lines import elisions
from verdigris.edits.script_items import text_of
from verdigris.errors import ModelMistake
from verdigris.languages.script.expect import with_assertions
from verdigris.languages.script.modules import as_module
from verdigris.languages.script.names import free_names, reaches_out
from verdigris.languages.script.parts import code_in
from verdigris.languages.script.setup import (
    Setup,
    import_as_statement,
    is_about_something,
    is_runner,
)
from verdigris.languages.script.text import FUNCTIONS, callee, flush, root_of, string_value, used

if TYPE_CHECKING:
    from tree_sitter import Node

_TESTS = ("test", "it", "specify", "t.test")
_GROUPS = ("describe", "suite", "context")
_BEFORE, _AFTER = ("beforeEach", "before", "beforeAll"), ("afterEach", "after", "afterAll")
_STARTING = re.compile(r"\b(?:fetch|import|program)\s*\(|\bserver\.")
_PROVIDED = {"assert", "t", "program", "server"}
_MOST = 20
"""Claims of one answer; more than that is a model repeating itself."""
_LONGEST = 6000
"""Characters of one test."""
_LARGEST = 60_000
"""Characters of a block that is read."""
_DEEPEST = 6
"""Groups inside groups."""


@dataclass(frozen=True)
class _Claim:
    title: str
    body: str


def read_checks(answer: str, part: Part, kind: Dialect, *, sample: int, prefix: str) -> list[Check]:
    found: list[Check] = []
    seen: set[str] = set()
    for block in (one for one in code_in(answer, kind) if len(one.text) <= _LARGEST):
        for claim in _claims_in(block.text, part, kind):
            tokens = script_tokens(f"async () => {{\n{claim.body}\n}}", kind)
            if len(found) >= _MOST:
                return found
            if tokens is None or tokens in seen:
                continue
            seen.add(tokens)
            found.append(
                Check(
                    name=f"{prefix}_{sample}_{len(found) + 1}",
                    part=part.path,
                    body=claim.body,
                    origin="criterion",
                    says=one_line(claim.title, 200),
                    sample=sample,
                )
            )
    return found


def _claims_in(text: str, part: Part, kind: Dialect) -> Iterator[_Claim]:
    if root_of(text, kind).has_error:
        # A list of tests that was cut off in the last of them still holds the others.
        text = _without_last(text, kind)
    try:
        text = as_module(text, kind, part)
    except ModelMistake:
        return
    root = root_of(text, kind)
    setup = Setup(part=part, kind=kind)
    for claim in _claims(root.named_children, setup, ""):
        if len(claim.body) <= _LONGEST and not elisions(claim.body, ""):
            yield claim


def _without_last(text: str, kind: Dialect) -> str:
    lines = text.split("\n")
    for end in range(len(lines) - 1, max(0, len(lines) - 200), -1):
        if re.match(r"\S", lines[end]):
            kept = "\n".join(lines[:end])
            for closing in ("", "});", "}"):
                if not root_of(kept + closing, kind).has_error:
                    return kept + closing
    return ""


def _claims(
    statements: Sequence[Node], setup: Setup, title: str, depth: int = 0
) -> Iterator[_Claim]:
    """Yield the claims of a file, a group or a test; `setup` is what stands around and before."""
    for statement in statements:
        if statement.type == "comment":
            continue
        if statement.type == "import_statement":
            setup = setup.having(import_as_statement(statement, setup.part), statement)
            continue
        call = _call_of(statement)
        name = callee(call) if call is not None else ""
        if call is not None and (inner := _callback(call)) is not None and _known(name):
            if depth < _DEEPEST:
                yield from _called(name, call, inner, setup, title, depth + 1)
            hook = name if name in _BEFORE + _AFTER else ""
            setup = setup.with_hook(hook, inner) if hook else setup
        elif _holds_claim(statement):
            if body := _body(setup, statement):
                yield _Claim(title, body)
            setup = setup.after(statement)
        elif not is_runner(statement):
            setup = setup.having(flush(statement), statement)


def _known(name: str) -> bool:
    bare = re.sub(r"\.(?:only|concurrent|each)\b.*", "", name, flags=re.S)
    return bare in (*_TESTS, *_GROUPS, *_BEFORE, *_AFTER)


def _called(
    name: str, call: Node, inner: Node, setup: Setup, title: str, depth: int
) -> Iterator[_Claim]:
    said = _title(call)
    body = inner.child_by_field_name("body")
    if body is None or name in _BEFORE + _AFTER:
        return
    words = " ".join(filter(None, (title, said)))
    inside = body.named_children if body.type == "statement_block" else [body]
    for around in _with_parameters(name, call, inner, setup):
        yield from _claims(inside, around, words, depth)


def _with_parameters(name: str, call: Node, inner: Node, setup: Setup) -> Iterator[Setup]:
    """Yield the set-up of a test: one for each row of a table."""
    patterns = _patterns(inner)
    if ".each" in name:
        head = call.child_by_field_name("function")
        table = head.child_by_field_name("arguments") if head is not None else None
        rows = table.named_children[0] if table is not None and table.named_children else None
        names = set(re.findall(r"[\w$]+", " ".join(patterns)))
        for row in rows.named_children if rows is not None and rows.type == "array" else ():
            shown = f"[{', '.join(patterns)}]" if row.type == "array" else ", ".join(patterns)
            yield setup.having(f"const {shown} = {text_of(row)};", row, names=names)
        return
    if len(patterns) > 1 or (patterns and patterns[0] in ("done", "cb", "callback")):
        return  # it ends by a call back: node:test has that, a body of statements has not
    if patterns and patterns[0] != "t":
        setup = setup.having(f"const {patterns[0]} = t;", inner, names={patterns[0]})
    yield setup


def _patterns(function: Node) -> list[str]:
    """Return the parameters of a function as they are written, without their types."""
    single = function.child_by_field_name("parameter")
    if single is not None:
        return [text_of(single)]
    given = function.child_by_field_name("parameters")
    inside = given.named_children if given is not None else []
    return [text_of(one.child_by_field_name("pattern") or one) for one in inside]


def _call_of(statement: Node) -> Node | None:
    node = statement
    while node.type in ("expression_statement", "await_expression") and node.named_children:
        node = node.named_children[0]
    return node if node.type == "call_expression" else None


def _callback(call: Node) -> Node | None:
    given = call.child_by_field_name("arguments")
    inside = given.named_children if given is not None else []
    return next((one for one in reversed(inside) if one.type in FUNCTIONS), None)


def _title(call: Node) -> str:
    given = call.child_by_field_name("arguments")
    first = given.named_children[0] if given is not None and given.named_children else None
    if first is not None and first.type == "template_string":
        return text_of(first).strip("`")
    return string_value(first)


def _holds_claim(statement: Node) -> bool:
    if statement.type in FUNCTIONS or statement.type.endswith("declaration"):
        return False
    return any(node.type == "call_expression" and _is_assertion(node) for node in walk(statement))


def _is_assertion(call: Node) -> bool:
    name = callee(call)
    return bool(re.match(r"(?:assert|expect|t\.assert)\b", name)) or name in (
        "strictEqual", "deepEqual", "deepStrictEqual", "equal", "throws", "rejects", "ok", "match",
        "notStrictEqual", "notEqual", "notDeepEqual",
    )  # fmt: skip


def _body(setup: Setup, statement: Node) -> str:
    """Return the statements of one test; nothing where they cannot be used."""
    claim = flush(statement)
    claim = claim if claim.rstrip().endswith((";", "}")) else f"{claim};"
    said = "\n".join([*setup.needed(statement), claim])
    converted = with_assertions(f"async () => {{\n{said}\n}}", setup.kind)
    if converted is None:
        return ""
    body = converted.removeprefix("async () => {\n").removesuffix("\n}")
    root = root_of(f"async () => {{\n{body}\n}}", setup.kind)
    if root.has_error or "assert" not in body or "expect(" in body:
        return ""
    offered = {one.name.partition(".")[0] for one in setup.part.functions}
    uses = used(root) & offered or _STARTING.search(body)
    if not uses or not (is_about_something(statement) or _STARTING.search(claim)):
        return ""
    unknown = free_names(root) - offered - _PROVIDED
    return "" if unknown or reaches_out(body) or _is_same_twice(root) else body


def _is_same_twice(root: Node) -> bool:
    """Tell whether some assertion compares a thing with itself."""
    for node in walk(root):
        if node.type == "call_expression" and _is_assertion(node):
            given = node.child_by_field_name("arguments")
            texts = [text_of(one) for one in given.named_children[:2]] if given is not None else []
            if len(texts) == 2 and texts[0] == texts[1]:
                return True
    return False
