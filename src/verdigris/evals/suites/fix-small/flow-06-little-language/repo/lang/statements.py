"""Parses statements and whole programs."""

from lang.cursor import Cursor
from lang.errors import BadSyntax
from lang.expressions import expression
from lang.nodes import (
    Assign, Block, For, Function, If, Jump, Let, Name, Node, Return, While,
)
from lang.tokens import tokens


def parse(source: str) -> Block:
    """Parse a program. Raises BadSyntax."""
    cursor = Cursor(tokens(source))
    body = []
    while not cursor.done:
        if not cursor.accept(";"):
            body.append(statement(cursor))
    return Block(1, tuple(body))


def statement(cursor: Cursor) -> Node:
    line = cursor.line
    if cursor.accept("let"):
        name = cursor.name()
        cursor.expect("=")
        return Let(line, name, expression(cursor))
    if cursor.accept("fn"):
        return _function(cursor, line)
    if cursor.accept("if"):
        return _if(cursor, line)
    if cursor.accept("while"):
        return While(line, expression(cursor), block(cursor))
    if cursor.accept("for"):
        name = cursor.name()
        cursor.expect("in")
        return For(line, name, expression(cursor), block(cursor))
    if cursor.accept("return"):
        bare = cursor.now.text in ("}", ";") or cursor.line != line or cursor.done
        return Return(line, None if bare else expression(cursor))
    if kind := cursor.accept("break", "continue"):
        return Jump(line, kind)
    node = expression(cursor)
    if cursor.accept("="):
        if not isinstance(node, Name):
            raise BadSyntax("only names can be assigned to", line)
        return Assign(line, node.name, expression(cursor))
    return node


def block(cursor: Cursor) -> Block:
    line = cursor.line
    cursor.expect("{")
    body = []
    while not cursor.accept("}"):
        if cursor.done:
            raise BadSyntax("a block is not closed", line)
        if not cursor.accept(";"):
            body.append(statement(cursor))
    return Block(line, tuple(body))


def _function(cursor: Cursor, line: int) -> Node:
    name = cursor.name()
    cursor.expect("(")
    parameters: list[str] = []
    while not cursor.accept(")"):
        if parameters:
            cursor.expect(",")
        parameters.append(cursor.name())
    return Function(line, name, tuple(parameters), block(cursor))


def _if(cursor: Cursor, line: int) -> Node:
    condition, then = expression(cursor), block(cursor)
    other: Node | None = None
    if cursor.accept("else"):
        inner = cursor.line
        other = _if(cursor, inner) if cursor.accept("if") else block(cursor)
    return If(line, condition, then, other)
