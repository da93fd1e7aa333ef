"""Constants that were cut into pieces: `'ev' + 'al'`, `''.join(…)`, `bytes.fromhex(…).decode()`.

Only operations that cannot run code, on constants, with limits on size. What cannot be folded is
UNKNOWN; whoever asked decides what that means.
"""

from __future__ import annotations

import ast
import base64
import codecs
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

UNKNOWN: Any = object()
_LONGEST = 10_000
_DEEPEST = 60
_LONGEST_SUM = 300
_OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod,
    ast.BitXor: operator.xor, ast.FloorDiv: operator.floordiv, ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_, ast.RShift: operator.rshift,
}  # fmt: skip
_METHODS: dict[type, set[str]] = {
    str: {"join", "replace", "format", "lower", "upper", "strip", "lstrip", "rstrip", "swapcase",
          "capitalize", "title", "casefold", "encode", "split", "translate", "removeprefix",
          "removesuffix", "partition", "rpartition", "rsplit", "splitlines"},
    bytes: {"join", "decode", "replace", "hex", "lower", "upper", "strip", "lstrip", "rstrip",
            "split", "translate"},
    list: {"copy"},
}  # fmt: skip
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "builtins.chr": chr, "builtins.ord": ord, "builtins.str": str, "builtins.int": int,
    "builtins.reversed": lambda x: list(reversed(x)), "builtins.sorted": sorted,
    "builtins.list": list, "builtins.tuple": tuple, "builtins.len": len,
    "builtins.bytes": bytes, "builtins.bytearray": bytes, "builtins.repr": repr,
    "builtins.bytes.fromhex": bytes.fromhex, "builtins.bytearray.fromhex": bytes.fromhex,
    "builtins.str.join": lambda by, parts: by.join(parts),
    "builtins.str.lower": str.lower,
    "base64.b64decode": base64.b64decode, "base64.b32decode": base64.b32decode,
    "base64.b16decode": base64.b16decode, "base64.urlsafe_b64decode": base64.urlsafe_b64decode,
    "base64.a85decode": base64.a85decode, "base64.b85decode": base64.b85decode,
    "binascii.unhexlify": bytes.fromhex, "binascii.a2b_base64": base64.b64decode,
    "codecs.decode": codecs.decode, "codecs.encode": codecs.encode,
    "operator.add": operator.add,
}  # fmt: skip
_WIDE = re.compile(r"\d{4}|\*")
"""A width in a format that could fill the memory."""
_CODECS = {"rot13", "rot_13", "rot-13", "hex", "base64", "utf-8", "utf8", "ascii", "latin-1"}

Resolve = Callable[[ast.expr], Any]
"""Returns the constant behind a name or attribute, or UNKNOWN."""
Callee = Callable[[ast.expr], set[str]]
"""Returns the full names that a called expression may have."""


class Folder:
    def __init__(self, resolve: Resolve, callee: Callee) -> None:
        self._resolve = resolve
        self._callee = callee

    def fold(self, node: ast.AST | None, env: Mapping[str, Any] | None = None) -> Any:
        """Return the constant an expression comes to, or UNKNOWN."""
        try:
            return self._fold(node, env or {}, 0)
        except Exception:  # whatever Python says about odd constants, they are not foldable
            return UNKNOWN

    def _fold(self, node: Any, env: Mapping[str, Any], depth: int) -> Any:
        if depth > _DEEPEST:
            return UNKNOWN
        made = self._cases(node, env, depth + 1)
        if isinstance(made, str | bytes | list | tuple) and len(made) > _LONGEST:
            return UNKNOWN
        if isinstance(made, int) and abs(made) > 2**64:
            return UNKNOWN
        return made

    def _cases(self, node: Any, env: Mapping[str, Any], depth: int) -> Any:
        match node:
            case ast.Constant():
                return node.value
            case ast.Name(id=name):
                return env[name] if name in env else self._resolve(node)
            case ast.Attribute():
                return self._resolve(node)
            case ast.List() | ast.Tuple():
                return self._all(node.elts, env, depth)
            case ast.BinOp():
                return self._binary(node, env, depth)
            case ast.Subscript(value=value, slice=index):
                return self._item(value, index, env, depth)
            case ast.ListComp() | ast.GeneratorExp():
                return self._comprehension(node, env, depth)
            case ast.NamedExpr(value=value) | ast.Starred(value=value):
                return self._fold(value, env, depth)
            case ast.Call():
                return self._call(node, env, depth)
        return self._rarer(node, env, depth)

    def _rarer(self, node: Any, env: Mapping[str, Any], depth: int) -> Any:
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                value = self._fold(operand, env, depth)
                return UNKNOWN if value is UNKNOWN else -value
            case ast.JoinedStr(values=parts):
                folded = self._all(parts, env, depth)
                return UNKNOWN if folded is UNKNOWN else "".join(map(str, folded))
            case ast.FormattedValue(value=value, format_spec=None):
                folded = self._fold(value, env, depth)
                return folded if isinstance(folded, str | int) else UNKNOWN
            case ast.IfExp(test=test, body=body, orelse=other):
                chosen = self._fold(test, env, depth)
                return (
                    UNKNOWN
                    if chosen is UNKNOWN
                    else self._fold(body if chosen else other, env, depth)
                )
        return UNKNOWN

    def _all(self, nodes: list[ast.expr], env: Mapping[str, Any], depth: int) -> Any:
        made = [self._fold(node, env, depth) for node in nodes]
        return UNKNOWN if any(value is UNKNOWN for value in made) else made

    def _binary(self, node: ast.BinOp, env: Mapping[str, Any], depth: int) -> Any:
        # Long sums lean to the left: walk them, do not recurse into them.
        chain = [node]
        while isinstance(chain[-1].left, ast.BinOp):
            chain.append(chain[-1].left)
            if len(chain) > _LONGEST_SUM:
                return UNKNOWN
        value = self._fold(chain[-1].left, env, depth)
        for link in reversed(chain):
            right = self._fold(link.right, env, depth)
            apply = _OPERATORS.get(type(link.op))
            if value is UNKNOWN or right is UNKNOWN or apply is None:
                return UNKNOWN
            if isinstance(link.op, ast.Mult) and _size(value) * _size(right) > _LONGEST:
                return UNKNOWN
            if isinstance(link.op, ast.Mod) and isinstance(value, str):
                if _WIDE.search(value):
                    return UNKNOWN
                right = tuple(right) if isinstance(right, list) else right
            value = apply(value, right)
        return value

    def _item(self, value: ast.expr, index: ast.expr, env: Mapping[str, Any], depth: int) -> Any:
        whole = self._fold(value, env, depth)
        if whole is UNKNOWN:
            return UNKNOWN
        if isinstance(index, ast.Slice):
            parts = [
                None if part is None else self._fold(part, env, depth)
                for part in (index.lower, index.upper, index.step)
            ]
            return UNKNOWN if UNKNOWN in parts else whole[slice(*parts)]
        key = self._fold(index, env, depth)
        return UNKNOWN if key is UNKNOWN else whole[key]

    def _comprehension(
        self, node: ast.ListComp | ast.GeneratorExp, env: Mapping[str, Any], depth: int
    ) -> Any:
        generator = node.generators[0]
        if len(node.generators) > 1 or generator.ifs or not isinstance(generator.target, ast.Name):
            return UNKNOWN
        source = self._fold(generator.iter, env, depth)
        if source is UNKNOWN or len(source) > _LONGEST // 10:
            return UNKNOWN
        made = [self._fold(node.elt, {**env, generator.target.id: x}, depth) for x in source]
        return UNKNOWN if any(value is UNKNOWN for value in made) else made

    def _call(self, node: ast.Call, env: Mapping[str, Any], depth: int) -> Any:
        if any(keyword.arg is None for keyword in node.keywords):
            return UNKNOWN
        if self._callee(node.func) == {"builtins.map"} and len(node.args) == 2:
            return self._mapped(node, env, depth)
        args = self._all(node.args, env, depth)
        words = {str(k.arg): self._fold(k.value, env, depth) for k in node.keywords}
        if args is UNKNOWN or any(value is UNKNOWN for value in words.values()):
            return UNKNOWN
        function = self._function(node.func, env, depth, args)
        return UNKNOWN if function is None else function(*args, **words)

    def _mapped(self, node: ast.Call, env: Mapping[str, Any], depth: int) -> Any:
        source = self._fold(node.args[1], env, depth)
        function = self._function(node.args[0], env, depth, [])
        if source is UNKNOWN or function is None or len(source) > _LONGEST // 10:
            return UNKNOWN
        return [function(value) for value in source]

    def _function(
        self, func: ast.expr, env: Mapping[str, Any], depth: int, args: list[Any]
    ) -> Callable[..., Any] | None:
        named = [_FUNCTIONS[name] for name in self._callee(func) if name in _FUNCTIONS]
        if named:
            if named[0] in (codecs.decode, codecs.encode) and not set(args[1:]) <= _CODECS:
                return None
            if named[0] in (bytes, list, tuple) and args and _size(args[0]) > _LONGEST:
                return None
            return named[0]
        if not isinstance(func, ast.Attribute):
            return None
        receiver = self._fold(func.value, env, depth)
        if func.attr == "format" and isinstance(receiver, str) and _WIDE.search(receiver):
            return None
        if func.attr in _METHODS.get(type(receiver), set()):
            method: Callable[..., Any] = getattr(receiver, func.attr)
            return method
        return None


def _size(value: Any) -> int:
    return value if isinstance(value, int) else len(value) if hasattr(value, "__len__") else 1
