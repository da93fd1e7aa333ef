"""`expect(x).toBe(y)` of Jest, Vitest and Chai as node's own assertions, where that is simple."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from verdigris.core.syntax import Dialect, walk
from verdigris.edits.script_items import text_of
from verdigris.languages.script.text import Put, callee, rewritten, root_of

if TYPE_CHECKING:
    from tree_sitter import Node

_PAIRS = {
    "toBe": "strictEqual", "toEqual": "deepEqual", "toStrictEqual": "deepEqual",
    "equal": "strictEqual", "equals": "strictEqual", "eq": "strictEqual", "eql": "deepEqual",
    "deep.equal": "deepEqual", "deep.equals": "deepEqual",
}  # fmt: skip
_NOT = {"strictEqual": "notStrictEqual", "deepEqual": "notDeepEqual"}
_TRUTHS = {
    "toBeTruthy": "{x}", "toBeFalsy": "!({x})", "toBeDefined": "({x}) !== undefined",
    "toBeNaN": "Number.isNaN({x})", "ok": "{x}", "toBeArray": "Array.isArray({x})",
}  # fmt: skip
_VALUES = {
    "toBeNull": "null", "toBeUndefined": "undefined", "toBeTrue": "true", "toBeFalse": "false",
    "true": "true", "false": "false", "null": "null", "undefined": "undefined",
}  # fmt: skip
_SHAPES = {
    "toContain": "({x}).includes({y})", "contain": "({x}).includes({y})",
    "include": "({x}).includes({y})", "toBeGreaterThan": "({x}) > ({y})",
    "toBeGreaterThanOrEqual": "({x}) >= ({y})", "toBeLessThan": "({x}) < ({y})",
    "toBeLessThanOrEqual": "({x}) <= ({y})", "above": "({x}) > ({y})", "below": "({x}) < ({y})",
    "toBeInstanceOf": "({x}) instanceof {y}", "instanceOf": "({x}) instanceof {y}",
    "instanceof": "({x}) instanceof {y}", "toHaveProperty": "{y} in ({x})",
    "property": "{y} in ({x})", "a": "typeof ({x}) === {y}", "an": "typeof ({x}) === {y}",
}  # fmt: skip
_LENGTHS = ("toHaveLength", "length", "lengthOf")
_THROWS = ("toThrow", "toThrowError", "throw", "throws", "rejectedWith")
_LONGEST = 12
"""Links of a chain such as `expect(x).not.to.be.above(3)`."""
_FAILING = re.compile(r"(?:assert\.)?(?:strict\.)?(?:throws|rejects)")
_BROAD = re.compile(r"(?:Error\Z|[\"'`])")
"""Any error at all; a text there is only what is said where nothing is thrown."""
WRITTEN = '(error) => error?.message !== "not implemented"'
_FILLERS = ("to", "be", "have", "been", "is", "that")


def with_assertions(text: str, kind: Dialect) -> str | None:
    """Return a text without `expect`; None where one of them has no plain counterpart."""
    for _ in range(3):  # an expectation may stand inside the function of another
        puts: list[Put] = []
        for node in _chains(root_of(text, kind)):
            said = _converted(node)
            if said is None:
                return None
            puts.append(Put.over(_with_await(node), said))
        if not puts:
            break
        text = rewritten(text, puts)
    return rewritten(text, _exact(root_of(text, kind)))


def _exact(root: Node) -> Iterator[Put]:
    """Yield what makes an expected failure so exact that one for want of code is no such."""
    for call in walk(root):
        if call.type != "call_expression" or not _FAILING.fullmatch(callee(call)):
            continue
        given = _arguments(call)
        if len(given) == 1 or (len(given) > 1 and _BROAD.match(given[1])):
            listed = call.child_by_field_name("arguments")
            assert listed is not None
            yield Put.over(listed, f"({given[0]}, {WRITTEN})")


def _chains(root: Node) -> Iterator[Node]:
    """Yield the chains that begin with `expect(`, those inside another left out."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if _is_outermost(node):
            yield node
        else:
            waiting.extend(reversed(node.children))


def _is_outermost(node: Node) -> bool:
    """Tell whether a node is a whole chain that begins with `expect(`."""
    if node.type not in ("call_expression", "member_expression") or _root_call(node) is None:
        return False
    above = node.parent
    part = above is not None and above.type in ("call_expression", "member_expression")
    if not part or above is None:
        return True
    inner = above.child_by_field_name("function") or above.child_by_field_name("object")
    return inner != node


def _with_await(node: Node) -> Node:
    above = node.parent
    return above if above is not None and above.type == "await_expression" else node


def _root_call(node: Node) -> Node | None:
    at: Node | None = node
    for _ in range(_LONGEST):
        if at is None:
            return None
        if at.type == "call_expression":
            head = at.child_by_field_name("function")
            if callee(at) == "expect":
                return at
            at = head
        elif at.type == "member_expression":
            at = at.child_by_field_name("object")
        else:
            return None
    return None


def _converted(node: Node) -> str | None:
    call = _root_call(node)
    given = _arguments(call) if call is not None else []
    if call is None or len(given) != 1:
        return None
    # `.not.toBe(3)` behind `expect(x)`: the words, then what the last of them is given.
    wanted = _arguments(node) if node.type == "call_expression" and node != call else []
    tail = text_of(node)[call.end_byte - node.start_byte :]
    words = re.findall(r"\.\s*([\w$]+)", tail.partition("(")[0])
    if tail.count("(") and ")" in tail and _has_inner_call(node, call):
        return None
    subject = given[0]
    if "rejects" in words:
        words.remove("rejects")
        return _throwing("await assert.rejects", words, subject, wanted)
    if "resolves" in words:
        words.remove("resolves")
        subject = f"(await {subject})"
    return _throwing("assert.throws", words, subject, wanted) or _plain(words, subject, wanted)


def _has_inner_call(node: Node, root: Node) -> bool:
    """Tell whether something between `expect(x)` and the end is called as well."""
    at = node.child_by_field_name("function")
    while at is not None and at != root:
        if at.type == "call_expression":
            return True
        at = at.child_by_field_name("object") or at.child_by_field_name("function")
    return False


def _arguments(call: Node) -> list[str]:
    given = call.child_by_field_name("arguments")
    inside = given.named_children if given is not None else []
    return [text_of(one) for one in inside if one.type != "comment"]


def _throwing(how: str, words: list[str], subject: str, wanted: list[str]) -> str | None:
    if not words or words[-1] not in _THROWS:
        return None
    if "not" in words:
        how = how.replace("throws", "doesNotThrow").replace("rejects", "doesNotReject")
        return None if wanted else f"{how}({subject})"
    if not wanted:
        return f"{how}({subject})"
    if wanted[0][:1] in "\"'`":
        test = f"(error) => String(error.message).includes({wanted[0]})"
        return f"{how}({subject}, {test})"
    return f"{how}({subject}, {wanted[0]})"


def _plain(words: list[str], subject: str, wanted: list[str]) -> str | None:
    negated = "not" in words
    key = [word for word in words if word not in (*_FILLERS, "not")]
    name = ".".join(key)
    said = next(_forms(name, subject, wanted), None)
    if said is None:
        return None
    how, inside = said
    if not negated:
        return f"assert.{how}({inside})"
    if how == "ok":
        return f"assert.ok(!({inside}))"
    if how == "match":
        return f"assert.doesNotMatch({inside})"
    return f"assert.{_NOT[how]}({inside})"


def _forms(name: str, x: str, wanted: list[str]) -> Iterator[tuple[str, str]]:
    y = wanted[0] if wanted else ""
    if name in _PAIRS and len(wanted) == 1:
        yield _PAIRS[name], f"{x}, {y}"
    elif name in _VALUES and not wanted:
        yield "strictEqual", f"{x}, {_VALUES[name]}"
    elif name in _TRUTHS and not wanted:
        yield "ok", _TRUTHS[name].format(x=x)
    elif name in _LENGTHS and len(wanted) == 1:
        yield "strictEqual", f"({x}).length, {y}"
    elif name == "toHaveProperty" and len(wanted) == 2:
        yield "deepEqual", f"({x})[{y}], {wanted[1]}"
    elif name in _SHAPES and len(wanted) == 1:
        yield "ok", _SHAPES[name].format(x=x, y=y)
    elif name == "toMatch" and len(wanted) == 1:
        literal = y[:1] in "\"'`"
        yield ("ok", f"({x}).includes({y})") if literal else ("match", f"{x}, {y}")
    elif name in ("toBeCloseTo", "closeTo") and 1 <= len(wanted) <= 2:
        digits = wanted[1] if len(wanted) == 2 else "2"
        near = digits if name == "closeTo" else f"10 ** -({digits}) / 2"
        yield "ok", f"Math.abs(({x}) - ({y})) <= {near}"
    elif name == "toContainEqual" and len(wanted) == 1:
        yield "ok", f"({x}).some((one) => JSON.stringify(one) === JSON.stringify({y}))"
    elif name == "toMatchObject" and len(wanted) == 1:
        yield "deepEqual", f"{{ ...({x}), ...({y}) }}, {x}"
