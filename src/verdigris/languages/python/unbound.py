"""Names that a module reads and nothing binds: each is a NameError that waits for its line to run.

What has one meaning is put right: `json.load` without `import json`. The rest is told by name and
by the function that reads it. Nothing is run, and nothing is looked up in other files.
"""

from __future__ import annotations

import ast
import symtable
import sys
from collections.abc import Iterator

from verdigris.core.parsing import NAME, hush
from verdigris.languages.python.text import BUILTINS, NOT_PYTHON, parse, with_lines

_OWN = frozenset((
    "__annotations__", "__builtins__", "__cached__", "__class__", "__doc__", "__file__",
    "__loader__", "__name__", "__package__", "__path__", "__spec__",
))  # fmt: skip
"""What every module has."""
_BEHIND_OUR_BACK = frozenset(("globals", "exec", "locals", "vars", "setattr"))
"""Who calls one of these may bind a name so that no compiler sees it."""
_HOMES = {
    "collections": ("Counter", "OrderedDict", "defaultdict", "deque", "namedtuple"),
    "contextlib": ("contextmanager", "suppress"),
    "dataclasses": ("asdict", "dataclass", "field"),
    "datetime": ("date", "timedelta", "timezone"),
    "decimal": ("Decimal",),
    "enum": ("Enum", "IntEnum"),
    "fractions": ("Fraction",),
    "functools": ("lru_cache", "partial", "reduce", "wraps"),
    "pathlib": ("Path",),
    "typing": ("Any", "Callable", "Dict", "Iterable", "Iterator", "List", "Optional", "Sequence",
               "Set", "Tuple", "Union"),
}  # fmt: skip
_HOME = {name: module for module, names in _HOMES.items() for name in names}
"""Names that mean one thing wherever they are read."""
_OF_THE_CLASS = frozenset(("now", "today", "utcnow", "strptime", "fromisoformat", "fromtimestamp"))
"""What `datetime` is asked for where the class is meant and not the module."""


def unbound(text: str) -> dict[str, str]:
    """Return the names that nothing binds, each with the function that reads it first.

    None where that cannot be told: a star import, `globals()`, a text that is not Python.
    """
    tree = parse(text)
    if tree is None or _hides_names(tree):
        return {}
    try:
        hush()
        module = symtable.symtable(text.removeprefix("\ufeff"), NAME, "exec")
    except NOT_PYTHON:
        return {}
    known = {*BUILTINS, *_OWN, *_bound(module)}
    found: dict[str, str] = {}
    for table in _tables(module):
        for symbol in table.get_symbols():
            if not symbol.is_referenced() or symbol.get_name() in known:
                continue
            if table is module or symbol.is_global():
                found.setdefault(symbol.get_name(), "" if table is module else table.get_name())
    return found


def with_imports(text: str) -> str:
    """Return a text that imports what it reads from the standard library and forgot to import."""
    lacking = unbound(text)
    tree = parse(text) if lacking else None
    if tree is None:
        return text
    lines = [line for name in sorted(lacking) if (line := _import_of(name, tree))]
    return with_lines(text, lines)


def _hides_names(tree: ast.Module) -> bool:
    for node in ast.walk(tree):
        match node:
            case ast.alias(name="*"):
                return True
            case ast.Name(id=name) if name in _BEHIND_OUR_BACK:
                return True
            case _:
                pass
    return False


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    waiting = [table]
    while waiting:
        one = waiting.pop(0)
        yield one
        waiting = [*one.get_children(), *waiting]


def _bound(module: symtable.SymbolTable) -> Iterator[str]:
    """Yield the names of a module, also those that only functions bind, by `global`."""
    for table in _tables(module):
        for symbol in table.get_symbols():
            mine = table is module or symbol.is_declared_global()
            if mine and (symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()):
                yield symbol.get_name()


def _import_of(name: str, tree: ast.Module) -> str:
    """Return the import that a name can only mean; nothing where it may mean something else."""
    if name in _HOME:
        return f"from {_HOME[name]} import {name}"
    if name not in sys.stdlib_module_names or name.startswith("_"):
        return ""
    asked = [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if node.value.id == name
    ]
    reads = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name]
    if len(asked) < len(reads):
        return ""
    if name == "datetime" and _OF_THE_CLASS.intersection(asked):
        return "from datetime import datetime" if _OF_THE_CLASS.issuperset(asked) else ""
    return f"import {name}"
