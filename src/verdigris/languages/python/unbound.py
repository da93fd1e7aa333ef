"""Names that a module reads and nothing binds: each is a NameError that waits for its line to run.

What has one meaning is put right: `json.load` without `import json`. The rest is told by name and
by the function that reads it. Nothing is run, and nothing is looked up in other files.
"""

from __future__ import annotations

import ast
import symtable
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from verdigris.core.parsing import NAME, hush
from verdigris.languages.python.text import BUILTINS, FUNCTIONS, NOT_PYTHON, parse, with_lines

_OWN = frozenset((
    "__annotations__", "__builtins__", "__cached__", "__class__", "__doc__", "__file__",
    "__loader__", "__module__", "__name__", "__package__", "__path__", "__qualname__", "__spec__",
))  # fmt: skip
"""What every module has, or every class."""
_BEHIND_OUR_BACK = frozenset((
    "globals", "exec", "locals", "vars", "setattr", "builtins", "gettext", "NameError",
))  # fmt: skip
"""Who calls one of these may bind a name so that no compiler sees it."""
_HOMES = {
    "collections": ("Counter", "OrderedDict", "defaultdict", "deque", "namedtuple"),
    "contextlib": ("contextmanager", "suppress"),
    "dataclasses": ("asdict", "dataclass"),
    "datetime": ("timedelta",),
    "decimal": ("Decimal",),
    "enum": ("Enum", "IntEnum"),
    "fractions": ("Fraction",),
    "functools": ("lru_cache", "wraps"),
    "pathlib": ("Path",),
    "typing": ("Any", "Callable", "Dict", "Iterable", "Iterator", "List", "Optional", "Sequence",
               "Set", "Tuple", "Union"),
}  # fmt: skip
_HOME = {name: module for module, names in _HOMES.items() for name in names}
"""Names that mean one thing wherever they are read, unless another part offers them."""
_MODULES = frozenset((
    "argparse", "bisect", "csv", "datetime", "functools", "hashlib", "heapq", "itertools", "json",
    "logging", "math", "operator", "os", "pathlib", "random", "re", "shutil", "sqlite3",
    "statistics", "sys", "textwrap", "time", "uuid",
))  # fmt: skip
"""Modules by names that are seldom those of variables, and that do nothing when imported."""
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
    known = {*BUILTINS, *_OWN, *_bound(module), *_only_noted(tree)}
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
    reads, asked = _reads(tree), defaultdict[str, list[str]](list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            asked[node.value.id].append(node.attr)
    lines = (_import_of(name, asked[name], reads[name]) for name in sorted(lacking))
    return with_lines(text, [line for line in lines if line])


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
        one = waiting.pop()
        yield one
        waiting.extend(reversed(one.get_children()))


def _only_noted(tree: ast.Module) -> set[str]:
    """Return the names that stand only in notes on local variables, which nobody evaluates."""
    noted = Counter[str]()
    for function in ast.walk(tree):
        for node in function.body if isinstance(function, FUNCTIONS) else ():
            if isinstance(node, ast.AnnAssign):
                noted.update(_reads(node.annotation))
    reads = _reads(tree)
    return {name for name, times in noted.items() if times >= reads[name]}


def _reads(tree: ast.AST) -> Counter[str]:
    return Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def _bound(module: symtable.SymbolTable) -> Iterator[str]:
    """Yield the names of a module, also those that only functions bind, by `global`."""
    for table in _tables(module):
        for symbol in table.get_symbols():
            mine = table is module or symbol.is_declared_global()
            if mine and (symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()):
                yield symbol.get_name()


def _import_of(name: str, asked: Sequence[str], reads: int) -> str:
    """Return the import that a name can only mean; nothing where it may mean something else.

    `asked` are the attributes that are read of it.
    """
    if name in _HOME:
        return f"from {_HOME[name]} import {name}"
    if name not in _MODULES or len(asked) < reads:
        return ""
    if name == "datetime" and _OF_THE_CLASS.intersection(asked):
        return "from datetime import datetime" if _OF_THE_CLASS.issuperset(asked) else ""
    return f"import {name}"
