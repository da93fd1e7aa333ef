"""What calling, or looking into, something of Python's own library gives."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from verdigris.checks.python.values import (
    NOTHING,
    Getter,
    Namespace,
    Partial,
    Values,
    known,
)

if TYPE_CHECKING:
    from verdigris.checks.python.names import Names

_LOOK_UPS = ("__getattribute__", "__getattr__")
_INSTANCE = re.compile(r"(?:^|\.)[A-Z]\w*\(\)$")
_PASSING_ON = {"contextlib.closing", "contextlib.nullcontext", "typing.cast"}
_GETTERS = {"operator.attrgetter", "operator.methodcaller", "operator.itemgetter"}
_IMPORTERS = {"builtins.__import__", "importlib.import_module", "importlib.__import__"}
_ONE_OF = {"builtins.iter", "builtins.next", "builtins.reversed"}


def result_of(names: Names, name: str, args: tuple[ast.expr, ...]) -> Values:
    """Return what calling something known gives; by default the call itself: `socket.socket()`."""
    first = args[0] if args else None
    texts = [text for text in map(names.constant, args) if isinstance(text, str)]
    if name in _IMPORTERS:
        whole = name.endswith("import_module")
        return known(text if whole else text.partition(".")[0] for text in texts[:1])
    if name in _GETTERS:
        return frozenset({Getter(tuple(texts))})
    owner, _, method = name.rpartition(".")
    if method in _LOOK_UPS and len(args) == 1 and texts:
        return known([f"{owner}.{texts[0]}"])
    if method == "__getitem__" and texts:
        return entry(owner, texts[0])
    if name == "builtins.globals":
        return frozenset({Namespace(names.scopes.module)})
    return known([f"{name}()"]) if first is None else _of_argument(names, name, first, args)


def _of_argument(names: Names, name: str, first: ast.expr, args: tuple[ast.expr, ...]) -> Values:
    match name:
        case "builtins.getattr" | "builtins.object.__getattribute__" if len(args) > 1:
            text = names.constant(args[1])
            return names.attribute(names.values(first), text) if isinstance(text, str) else NOTHING
        case "builtins.vars":
            return names.attribute(names.values(first), "__dict__")
        case "functools.partial":
            return frozenset({Partial(names.values(first), args[1:])})
        case "builtins.type" if len(args) == 1:
            return known(each[:-2] for each in names.names(first) if _INSTANCE.search(each))
    if name in _ONE_OF:
        return names.element(names.values(first), ())
    if name in _PASSING_ON:
        return names.values(args[-1])
    return known([f"{name}()"])


def entry(name: str, key: Any) -> Values:
    """Return what a look-up in a known thing gives: `sys.modules['os']`, `vars(os)['system']`."""
    if not isinstance(key, str):
        return known([f"{name}[]"])
    if name == "sys.modules":
        return known([key])
    if name.endswith(".__dict__"):
        return known([f"{name.removesuffix('.__dict__')}.{key}"])
    if name == "builtins":
        return known([f"builtins.{key}"])
    return known([f"{name}[]"])
