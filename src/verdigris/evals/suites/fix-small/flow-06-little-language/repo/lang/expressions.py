"""Parses expressions, the weakest operator first."""

from lang.cursor import Cursor
from lang.errors import BadSyntax
from lang.nodes import At, Binary, Call, Constant, ListOf, Name, Node, Unary

LEVELS = (
    ("or",), ("and",), ("==", "!="), ("<", "<=", ">", ">="), ("+", "-"), ("*", "/", "%"),
)
_WORDS = {"true": True, "false": False, "nil": None}
_ESCAPES = {"n": "\n", "t": "\t"}


def expression(cursor: Cursor, level: int = 0) -> Node:
    if level == len(LEVELS):
        return unary(cursor)
    node = expression(cursor, level + 1)
    while sign := cursor.accept(*LEVELS[level]):
        node = Binary(node.line, sign, node, expression(cursor, level + 1))
    return node


def unary(cursor: Cursor) -> Node:
    line = cursor.line
    if sign := cursor.accept("-", "not"):
        return Unary(line, sign, unary(cursor))
    return postfix(cursor)


def postfix(cursor: Cursor) -> Node:
    node = atom(cursor)
    while sign := cursor.accept("(", "["):
        if sign == "(":
            node = Call(node.line, node, _several(cursor, ")"))
        else:
            node = At(node.line, node, expression(cursor))
            cursor.expect("]")
    return node


def atom(cursor: Cursor) -> Node:
    line = cursor.line
    if cursor.accept("("):
        node = expression(cursor)
        cursor.expect(")")
        return node
    if cursor.accept("["):
        return ListOf(line, _several(cursor, "]"))
    if word := cursor.accept(*_WORDS):
        return Constant(line, _WORDS[word])
    token = cursor.take()
    if token.kind == "number":
        return Constant(line, float(token.text) if "." in token.text else int(token.text))
    if token.kind == "text":
        return Constant(line, _unescape(token.text[1:-1]))
    if token.kind == "name":
        return Name(line, token.text)
    raise BadSyntax(f"not expected: {token.text or 'the end'}", line)


def _several(cursor: Cursor, end: str) -> tuple[Node, ...]:
    found: list[Node] = []
    while not cursor.accept(end):
        if found:
            cursor.expect(",")
        found.append(expression(cursor))
    return tuple(found)


def _unescape(text: str) -> str:
    parts = text.split("\\")
    done = parts[0]
    rest = iter(parts[1:])
    for part in rest:
        done += _ESCAPES.get(part[0], part[0]) + part[1:] if part else "\\" + next(rest, "")
    return done
