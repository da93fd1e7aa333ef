"""Which pieces of a text are calls and literals of a language. Reads; runs and believes nothing.

What is found is given back as the language writes it: JSON's `true` is `True` in Python.
"""

from __future__ import annotations

import ast
import builtins
import json
import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, NamedTuple

from verdigris.building.reading.scanning import group_end, string_end
from verdigris.core.building import LanguageName
from verdigris.core.syntax import script_tree, walk

if TYPE_CHECKING:
    from tree_sitter import Node

UNTELLING = frozenset(("Exception", "BaseException", "Error", "NotImplementedError"))
"""Errors that code which is not written yet raises as well: they say nothing about any code."""
_NUMBER = re.compile(
    r"[-+]?(?:0[xX][\da-fA-F]+|0[bB][01]+|0[oO][0-7]+"
    r"|(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?)[nj]?"
)
_WORD = re.compile(r"-?(?:True|False|None|true|false|null|undefined|NaN|Infinity)\b")
_MADE = re.compile(
    r"""float\((["'])[-+]?inf(?:inity)?\1\)|(?:set|frozenset)\(\)|[rbuRBU]{1,2}(?=["'])"""
)
_WORDS_OF_PYTHON = re.compile(
    r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|(?<![\w$.])(?P<word>True|False)(?![\w$])"""
)
_BROKEN = (SyntaxError, ValueError, RecursionError, MemoryError, TypeError)

PLAIN = frozenset((
    "abs", "all", "any", "bool", "bytes", "chr", "dict", "enumerate", "filter", "float",
    "frozenset", "int", "iter", "len", "list", "map", "max", "min", "next", "ord", "range", "repr",
    "reversed", "round", "set", "sorted", "str", "sum", "tuple", "zip",
))  # fmt: skip
"""Functions of Python that an example may wrap around what is asked for."""
_TYPES = frozenset(("bool", "bytes", "dict", "float", "int", "list", "set", "str", "tuple"))
_GLOBALS = frozenset(("Array", "JSON", "Math", "Number", "Object", "String", "BigInt"))
_OF_NODE = _GLOBALS | {
    "Boolean", "Date", "Map", "Promise", "RegExp", "Set", "Symbol", "fetch", "isFinite", "isNaN",
    "parseFloat", "parseInt", "require", "setTimeout", "structuredClone",
}  # fmt: skip
_NO_NODE = (
    "assignment_expression", "augmented_assignment_expression", "await_expression", "import",
    "statement_block", "update_expression", "yield_expression",
)  # fmt: skip
_LITERAL_NODES = frozenset((
    "object", "array", "pair", "string", "string_fragment", "escape_sequence", "number", "true",
    "false", "null", "undefined", "unary_expression", "property_identifier", "template_string",
))  # fmt: skip


def is_given(name: str, language: LanguageName) -> bool:
    """Tell whether a name belongs to the language, so that no goal asks for it."""
    if language == "python":
        return hasattr(builtins, name)
    return name in _OF_NODE


class Given(NamedTuple):
    text: str
    names: frozenset[str]
    """What it calls that is not part of the language."""


def literal_at(text: str, at: int, language: LanguageName) -> tuple[str, int] | None:
    """Return the literal that stands at a place, as the language writes it, and its end."""
    end = _literal_end(text, at)
    if end < 0 or (end < len(text) and (text[end].isalnum() or text[end] in "_%")):
        return None
    found = literal(text[at:end], language)
    return (found, end) if found is not None else None


def _literal_end(text: str, at: int) -> int:
    letter = text[at : at + 1]
    if made := _MADE.match(text, at):
        return string_end(text, made.end()) if made.group()[-1] not in ")" else made.end()
    if letter and letter in "\"'":
        return string_end(text, at)
    if letter and letter in "([{":
        return group_end(text, at)
    match = _NUMBER.match(text, at) or _WORD.match(text, at)
    return match.end() if match else -1


def literal(text: str, language: LanguageName) -> str | None:
    """Return a literal as the language writes it; None for what is none."""
    return _python_literal(text) if language == "python" else _script_literal(text)


def _python_literal(text: str) -> str | None:
    if (made := _MADE.fullmatch(text)) and made.group().endswith(")"):
        return text
    try:
        tree = ast.parse(text, mode="eval")
        ast.literal_eval(tree)
    except _BROKEN:
        return _from_json(text)
    holes = any(isinstance(node, ast.Constant) and node.value is ... for node in ast.walk(tree))
    return None if holes else text


def _from_json(text: str) -> str | None:
    try:
        return repr(json.loads(text, parse_constant=_refused))
    except (ValueError, RecursionError):
        return None


def _refused(word: str) -> object:
    raise ValueError(word)  # NaN equals nothing, itself included


def _script_literal(text: str) -> str | None:
    text = {"True": "true", "False": "false"}.get(text, text)
    node = _expression(text)
    if node is None or not all(map(_is_literal_node, _named(node))):
        return None
    return text


def _is_literal_node(node: Node) -> bool:
    if node.type == "identifier":
        return node.text in (b"NaN", b"Infinity")
    if node.type == "unary_expression":
        return (node.text or b"")[:1] in (b"-", b"+")
    return node.type in _LITERAL_NODES


def _expression(text: str) -> Node | None:
    """Return the syntax tree of one expression of JavaScript."""
    try:
        root = script_tree(f"({text});", "javascript").root_node
    except (ValueError, RecursionError):
        return None
    if root.has_error or len(root.named_children) != 1:
        return None
    inner = root.named_children[0].named_children
    held = inner[0].named_children if len(inner) == 1 else []
    return held[0] if len(held) == 1 and held[0].type != "sequence_expression" else None


def _named(node: Node) -> list[Node]:
    return [one for one in walk(node) if one.is_named]


def given(text: str, language: LanguageName, modules: Collection[str] = ()) -> Given | None:
    """Return a call whose arguments leave nothing open; None for any other text.

    `modules` are names of files: `slugs.slugify("A")` calls `slugify`.
    """
    reader: Callable[[str, Collection[str]], Given | None]
    reader = _python_call if language == "python" else _script_call
    return reader(text, modules)


def _python_call(text: str, modules: Collection[str]) -> Given | None:
    try:
        tree = ast.parse(text, mode="eval").body
        return _closed(text, tree, modules)
    except _BROKEN:
        return None


def _closed(text: str, tree: ast.expr, modules: Collection[str]) -> Given | None:
    if not isinstance(tree, ast.Call | ast.Subscript | ast.Attribute):
        return None
    bound = {one.arg for one in ast.walk(tree) if isinstance(one, ast.arg)} | {
        one.id for one in ast.walk(tree) if isinstance(one, ast.Name) and _is_stored(one)
    }
    swapped = _Spoken(modules)
    tree = swapped.visit(tree)
    called = {one.func.id for one in ast.walk(tree) if _calls_a_name(one)}  # type: ignore[attr-defined]
    loose = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)} - bound - called
    names = called - PLAIN - bound
    bad = any(isinstance(one, ast.Await | ast.NamedExpr | ast.Yield) for one in ast.walk(tree))
    if bad or swapped.holes or loose - _TYPES or not names or names & set(dir(builtins)):
        return None
    return Given(ast.unparse(tree) if swapped.changed else text, frozenset(names))


def session(text: str) -> Given | None:
    """Return several statements of Python that end in a call, with what they call and do not make.

    None where a name stays open, or where they do more than an example needs.
    """
    try:
        tree = ast.parse(text)
    except _BROKEN:
        return None
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return None
    if not all(isinstance(one, ast.Expr | ast.Assign | ast.AugAssign) for one in tree.body):
        return None
    made = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name) and _is_stored(one)}
    made |= {one.arg for one in ast.walk(tree) if isinstance(one, ast.arg)}
    called = {one.func.id for one in ast.walk(tree) if _calls_a_name(one)}  # type: ignore[attr-defined]
    loose = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)} - made - called
    names = called - PLAIN - made
    if loose - _TYPES or not names or names & set(dir(builtins)):
        return None
    return Given(text, frozenset(names))


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _calls_a_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


class _Spoken(ast.NodeTransformer):
    """Turns what people write into what Python does: JSON's words, a module before its function."""

    def __init__(self, modules: Collection[str]) -> None:
        self._modules = modules
        self.changed = False
        self.holes = False

    def visit_Name(self, node: ast.Name) -> ast.AST:
        words = {"true": True, "false": False, "null": None}
        if node.id not in words:
            return node
        self.changed = True
        return ast.copy_location(ast.Constant(words[node.id]), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in self._modules:
            self.changed = True
            return ast.copy_location(ast.Name(node.attr, ast.Load()), node)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        self.holes = self.holes or node.value is ...
        return node


def _script_call(text: str, modules: Collection[str]) -> Given | None:
    for module in modules:
        text = re.sub(rf"(?<![\w$.]){re.escape(module)}\.(?=[A-Za-z_$][\w$]*\()", "", text)
    node = _expression(_WORDS_OF_PYTHON.sub(_lowered, text))
    if node is None or node.type not in ("call_expression", "member_expression"):
        return None
    text = (node.text or b"").decode("utf-8", "replace")
    nodes = _named(node)
    bound = {_said(one) for one in nodes if one.type == "identifier" and _is_bound(one)}
    free = [one for one in nodes if one.type == "identifier" and _said(one) not in bound]
    called = {_said(one) for one in free if _is_called(one)}
    others = {_said(one) for one in free} - called - _GLOBALS - {"NaN", "Infinity"}
    names = called - _OF_NODE
    short = any(one.type == "shorthand_property_identifier" for one in nodes)
    if others or short or not names or any(one.type in _NO_NODE for one in nodes):
        return None
    return Given(text, frozenset(names))


def _lowered(match: re.Match[str]) -> str:
    """Return a word as JavaScript has it, and a string as it is."""
    return match.group().lower() if match["word"] else match.group()


def _said(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _is_bound(node: Node) -> bool:
    """Tell whether a name is a parameter of a function inside the call."""
    parent = node.parent
    if parent is None:
        return False
    return parent.type == "formal_parameters" or (
        parent.type == "arrow_function" and parent.child_by_field_name("parameter") == node
    )


def _is_called(node: Node) -> bool:
    parent = node.parent
    if parent is None or parent.type not in ("call_expression", "new_expression"):
        return False
    field = "function" if parent.type == "call_expression" else "constructor"
    return parent.child_by_field_name(field) == node
