"""Constants in JavaScript that were cut into pieces: `['ev', 'al'].join('')`, `atob('…')`."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from verdigris.checks.javascript.tree import Tree, arguments, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

Folded = str | list[str] | None
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_DEEPEST = 60
_LONGEST = 10_000


class Folder:
    def __init__(self, tree: Tree, names: Callable[[Node | None], frozenset[str]]) -> None:
        self._tree = tree
        self._names = names

    def fold(self, node: Node | None, depth: int = 0) -> Folded:
        """Return the text, or list of texts, that an expression comes to; None if unknown."""
        if node is None or depth > _DEEPEST:
            return None
        made = self._fold(node, depth + 1)
        return made if made is None or len(made) <= _LONGEST else None

    def _fold(self, node: Node, depth: int) -> Folded:
        match node.type:
            case "string" | "template_string":
                return self._text(node, depth)
            case "number":
                return text_of(node)
            case "template_substitution" | "parenthesized_expression":
                return self.fold(node.named_children[0], depth) if node.named_children else None
            case "binary_expression":
                left, right = (
                    self.fold(node.child_by_field_name(f), depth) for f in ("left", "right")
                )
                operator = node.child_by_field_name("operator")
                plus = operator is not None and text_of(operator) == "+"
                return (
                    left + right
                    if plus and isinstance(left, str) and isinstance(right, str)
                    else None
                )
            case "array":
                parts = [self.fold(child, depth) for child in node.named_children]
                return [p for p in parts if isinstance(p, str)] if None not in parts else None
            case "identifier":
                return self._folded_name(node, depth)
            case "call_expression":
                return self._folded_call(node, depth)
        return None

    def _text(self, node: Node, depth: int) -> str | None:
        made = []
        for child in node.named_children:
            if child.type == "escape_sequence":
                made.append(unescaped(text_of(child)))
            elif child.type == "string_fragment":
                made.append(text_of(child))
            else:
                part = self.fold(child, depth)
                if not isinstance(part, str):
                    return None
                made.append(part)
        return "".join(made)

    def _folded_name(self, node: Node, depth: int) -> Folded:
        scope = self._tree.scope_of.get(node.id)
        home = scope.find(text_of(node)) if scope else None
        bound = home.bindings[text_of(node)] if home else []
        if len(bound) != 1 or bound[0].expr is None or bound[0].path:
            return None
        return self.fold(bound[0].expr, depth)

    def _folded_call(self, node: Node, depth: int) -> Folded:
        function = node.child_by_field_name("function")
        args = [self.fold(each, depth) for each in arguments(node)]
        if function is None or None in args:
            return None
        called = self._names(function)
        if "String.fromCharCode" in called:
            return "".join(chr(int(str(n), 0) % 0x110000) for n in args if str(n).isdigit())
        if called & {"atob", "Buffer.from"} and args and isinstance(args[0], str):
            coding = args[1] if len(args) > 1 else "base64"
            return _decoded(args[0], str(coding) if "atob" not in called else "base64")
        receiver = self.fold(function.child_by_field_name("object"), depth)
        attr = function.child_by_field_name("property")
        if receiver is None or attr is None:
            return None
        return _method(receiver, text_of(attr), [str(each) for each in args])


def _method(receiver: str | list[str], name: str, args: list[str]) -> Folded:
    first = args[0] if args else ","
    if isinstance(receiver, list):
        if name == "join":
            return first.join(receiver)
        return receiver[::-1] if name == "reverse" else None
    match name:
        case "split":
            return list(receiver) if first == "" else receiver.split(first)
        case "concat":
            return receiver + "".join(args)
        case "toLowerCase" | "toUpperCase":
            return receiver.lower() if name == "toLowerCase" else receiver.upper()
        case "trim" | "toString":
            return receiver.strip() if name == "trim" else receiver
        case "replace" | "replaceAll" if len(args) == 2:
            return receiver.replace(args[0], args[1], -1 if name == "replaceAll" else 1)
    return None


def _decoded(text: str, coding: str) -> str | None:
    try:
        if coding == "hex":
            return bytes.fromhex(text).decode("utf-8", "replace")
        if coding == "base64":
            return base64.b64decode(text + "==").decode("utf-8", "replace")
    except (ValueError, binascii.Error):
        return None
    return text


def unescaped(text: str) -> str:
    if found := re.fullmatch(r"\\(?:x|u|u\{)([0-9A-Fa-f]+)\}?", text):
        return chr(int(found.group(1), 16) % 0x110000)
    return _ESCAPES.get(text[1:], text[1:])
