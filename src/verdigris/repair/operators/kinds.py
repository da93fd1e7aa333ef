"""The type that an expression plainly has, and the role that it plays where it stands."""

from __future__ import annotations

import ast

_LITERALS: dict[type[ast.AST], str] = {
    ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.DictComp: "dict",
    ast.Set: "set", ast.SetComp: "set", ast.Tuple: "tuple", ast.JoinedStr: "str",
    ast.Compare: "bool", ast.GeneratorExp: "generator", ast.Lambda: "function",
}  # fmt: skip
_RETURNS = {
    "len": "int", "sum": "int", "ord": "int", "abs": "int", "round": "int", "sorted": "list",
    "chr": "str", "repr": "str", "isinstance": "bool", "any": "bool", "all": "bool",
    "enumerate": "enumerate", "range": "range", "zip": "zip", "open": "TextIOWrapper",
    "defaultdict": "dict", "Counter": "dict", "OrderedDict": "dict", "deque": "deque",
}  # fmt: skip
TYPES = {"int", "float", "str", "bytes", "bool", "list", "dict", "set", "tuple", "frozenset"}
_METHODS = {
    "split": "list", "join": "str", "strip": "str", "lower": "str", "upper": "str", "format": "str",
    "replace": "str", "keys": "keys", "items": "items", "values": "values", "copy": "",
    "count": "int", "index": "int", "find": "int", "readlines": "list", "encode": "bytes",
    "decode": "str", "startswith": "bool", "endswith": "bool", "isdigit": "bool",
}  # fmt: skip


def guess(node: ast.expr | None) -> str:
    """Return the type that an expression plainly has, or nothing."""
    if node is None:
        return ""
    if isinstance(node, ast.Constant):
        return type(node.value).__name__
    if found := _LITERALS.get(type(node)):
        return found
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name):
            name = node.func.id
            return name if name in TYPES else _RETURNS.get(name, "")
        if isinstance(node.func, ast.Attribute):
            return _METHODS.get(node.func.attr, "")
    if isinstance(node, ast.UnaryOp):
        return "bool" if isinstance(node.op, ast.Not) else ""
    if isinstance(node, ast.BinOp):
        return "float" if isinstance(node.op, ast.Div) else _guess_sum(node)
    return ""


def _guess_sum(node: ast.BinOp) -> str:
    """Return the type of a chain of operations, by the first operand that tells: without depth."""
    current: ast.expr = node
    while isinstance(current, ast.BinOp):
        if not isinstance(current.right, ast.BinOp) and (found := guess(current.right)):
            return found
        current = current.left
    return guess(current)


def role_of(node: ast.expr, parent: ast.AST | None) -> str:
    """Return how an expression is used by what is around it."""
    match parent:
        case ast.Call(func=func):
            if func is node:
                return "called"
            name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            return f"argument of {name}"
        case ast.Attribute(attr=attr):
            return f"has {attr}"
        case ast.Subscript(value=value):
            return "indexed" if value is node else "index"
        case ast.BinOp() | ast.AugAssign():
            return "reckoned"
        case ast.UnaryOp(op=ast.Not()) | ast.BoolOp() | ast.If() | ast.While() | ast.IfExp():
            return "asked"
        case ast.Compare(ops=[ast.In() | ast.NotIn(), *_], comparators=[right, *_]):
            return "container" if right is node else "element"
        case ast.Compare():
            return "compared"
        case ast.For(iter=iterated) | ast.comprehension(iter=iterated) if iterated is node:
            return "walked"
        case ast.Return() | ast.Yield():
            return "returned"
    return "held"
