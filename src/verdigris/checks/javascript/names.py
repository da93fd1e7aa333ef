"""From an expression to its full names, and constants that were cut into pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from verdigris.checks.javascript.folding import Folded, Folder
from verdigris.checks.javascript.tree import Binding, Tree, arguments, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

_GLOBALS = {
    "eval", "Function", "fetch", "WebSocket", "XMLHttpRequest", "EventSource", "Worker",
    "SharedWorker", "process", "globalThis", "global", "window", "self", "require", "module",
    "Deno", "Bun", "navigator", "RTCPeerConnection", "setTimeout", "setInterval", "setImmediate",
    "Reflect", "Object", "Array", "String", "Number", "Promise", "Math", "Date", "JSON", "Buffer",
    "atob", "jest", "expect", "describe", "it", "test", "vi", "mocha", "assert", "console",
}  # fmt: skip
_WHOLE = ("globalThis", "global", "window", "self")
_FUNCTION_NODES = {"arrow_function", "function_expression", "function", "generator_function"}
_WRAPPERS = {
    "parenthesized_expression", "await_expression", "non_null_expression", "as_expression",
    "satisfies_expression",
}  # fmt: skip
_LOADERS = {"require", "process.getBuiltinModule", "process.mainModule.require"}
_DEEPEST = 60


def canonical(name: str) -> str:
    name = name.removeprefix("node:")
    for whole in _WHOLE:
        if name.startswith(f"{whole}."):
            name = name[len(whole) + 1 :]
    name = re.sub(r"\.(?:default|call|apply|bind)(?=\.|\(|$)", "", name)
    name = name.replace("fs/promises", "fs.promises").replace("bind()", "")
    return re.sub(r"^(?:module|process\.mainModule|module\.parent)\.require$", "require", name)


class Names:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._memo: dict[int, frozenset[str]] = {}
        self._busy: set[int] = set()
        self._folder = Folder(tree, self.names)

    def fold(self, node: Node | None) -> Folded:
        """Return the text, or list of texts, that an expression comes to; None if unknown."""
        return self._folder.fold(node)

    def names(self, node: Node | None) -> frozenset[str]:
        """Return the full names that an expression may have; none where it cannot be told."""
        if node is None:
            return frozenset()
        if node.id in self._memo:
            return self._memo[node.id]
        if node.id in self._busy or len(self._busy) > _DEEPEST:
            return frozenset()
        self._busy.add(node.id)
        try:
            found = frozenset(canonical(name) for name in self._cases(node))
        finally:
            self._busy.discard(node.id)
        self._memo[node.id] = found
        return found

    def _cases(self, node: Node) -> Iterable[str]:
        match node.type:
            case "identifier" | "shorthand_property_identifier":
                return self._look_up(text_of(node), node)
            case "member_expression":
                attr = node.child_by_field_name("property")
                return self._member(node, text_of(attr) if attr is not None else "")
            case "subscript_expression":
                key = self.fold(node.child_by_field_name("index"))
                return self._member(node, key) if isinstance(key, str) else ()
            case "call_expression":
                return self._called(node)
            case kind if kind in _WRAPPERS:
                return self.names(node.named_children[0]) if node.named_children else ()
            case kind if kind in _FUNCTION_NODES:
                return ["<function>"]
        return self._composed(node)

    def _composed(self, node: Node) -> Iterable[str]:
        match node.type:
            case "sequence_expression":
                return self.names(node.named_children[-1])
            case "ternary_expression":
                one, other = (node.child_by_field_name(f) for f in ("consequence", "alternative"))
                return self.names(one) | self.names(other)
            case "binary_expression":
                return self._either(node)
            case "assignment_expression":
                return self.names(node.child_by_field_name("right"))
            case "new_expression":
                made = self.names(node.child_by_field_name("constructor"))
                return [f"{name}()" for name in made]
        return ()

    def _either(self, node: Node) -> Iterable[str]:
        operator = node.child_by_field_name("operator")
        if operator is None or text_of(operator) not in ("||", "&&", "??"):
            return ()
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        return self.names(left) | self.names(right)

    def _look_up(self, name: str, node: Node) -> Iterable[str]:
        scope = self.tree.scope_of.get(node.id)
        home = scope.find(name) if scope else None
        if home is None:
            return [name] if name in _GLOBALS else []
        found: set[str] = set()
        for binding in home.bindings[name][:20]:
            found |= self._bound(binding)
        return found

    def _bound(self, binding: Binding) -> set[str]:
        if binding.module:
            return {binding.module}
        found = set(self.names(binding.expr))
        for part in binding.path:
            found = {canonical(f"{name}.{part}") for name in found}
        return found

    def _member(self, node: Node, attr: str) -> Iterable[str]:
        base = node.child_by_field_name("object")
        names = self.names(base)
        climbs = "<function>" in names or (base is not None and self._is_constructor(base))
        if attr == "constructor" and climbs:
            return ["Function"]
        return [f"{name}.{attr}" for name in names if name != "<function>"] + self._own(base, attr)

    def _is_constructor(self, node: Node) -> bool:
        for name in ("property", "index"):
            part = node.child_by_field_name(name)
            if part is not None:
                said = text_of(part) if part.type == "property_identifier" else self.fold(part)
                return said == "constructor"
        return False

    def _own(self, base: Node | None, attr: str) -> list[str]:
        """Return what a property of an object written out in this text stands for."""
        found: list[str] = []
        if base is None or base.type != "identifier":
            return found
        scope = self.tree.scope_of.get(base.id)
        home = scope.find(text_of(base)) if scope else None
        for binding in (home.bindings[text_of(base)] if home else [])[:5]:
            if binding.expr is not None and binding.expr.type == "object" and not binding.path:
                for pair in binding.expr.named_children:
                    if pair.type == "shorthand_property_identifier" and text_of(pair) == attr:
                        found += self.names(pair)
                    key = pair.child_by_field_name("key")
                    if key is not None and text_of(key).strip("'\"") == attr:
                        found += self.names(pair.child_by_field_name("value"))
        return found

    def _called(self, node: Node) -> Iterable[str]:
        function = node.child_by_field_name("function")
        args = arguments(node)
        if function is not None and function.type == "import":
            module = self.fold(args[0]) if args else None
            return [module] if isinstance(module, str) else []
        called = self.names(function)
        if called & _LOADERS:
            module = self.fold(args[0]) if args else None
            return [module] if isinstance(module, str) else []
        if text_of(function).endswith(".bind") if function is not None else False:
            return called
        return [f"{name}()" for name in called]
