"""What an expression may stand for, as far as reading tells. An empty set means: not known."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from verdigris.checks.python.scopes import Scope


@dataclass(frozen=True)
class Known:
    """Something from outside the module, by its full name; `a.B()` is what a call of it gives."""

    name: str


@dataclass(frozen=True)
class Constant:
    value: object


@dataclass(frozen=True)
class Local:
    """A function or class that the module defines itself."""

    node: ast.AST


@dataclass(frozen=True)
class Instance:
    node: ast.ClassDef


@dataclass(frozen=True)
class Items:
    """A list, tuple, set or dict written out."""

    node: ast.Dict | ast.List | ast.Tuple | ast.Set


@dataclass(frozen=True)
class Partial:
    """A function with some arguments already given."""

    functions: frozenset[Value]
    args: tuple[ast.expr, ...]


@dataclass(frozen=True)
class Getter:
    """What `operator.attrgetter`, `methodcaller` or `itemgetter` makes."""

    attributes: tuple[str, ...]


@dataclass(frozen=True)
class Namespace:
    """What `globals()` or `locals()` gives."""

    scope: Scope


Value = Known | Constant | Local | Instance | Items | Partial | Getter | Namespace
Values = frozenset[Value]
NOTHING: Values = frozenset()

_SAME = {
    "posix": "os", "nt": "os", "_socket": "socket", "_io": "io", "_pickle": "pickle",
    "cPickle": "pickle", "_ctypes": "ctypes", "__builtin__": "builtins",
    "_posixsubprocess": "subprocess", "_ssl": "ssl", "_operator": "operator",
    "_functools": "functools", "_signal": "signal", "_imp": "imp",
    "_frozen_importlib": "importlib", "_frozen_importlib_external": "importlib",
}  # fmt: skip
# Modules that others import and so hand on: `shutil.os.system`, `random._os.unlink`.
_HANDED_ON = {
    "os", "sys", "builtins", "ctypes", "shutil", "importlib", "subprocess", "socket", "pickle",
    "io", "posix",
}  # fmt: skip
_HANDED_ON_BY_ANYONE = {"os", "sys", "builtins", "ctypes", "shutil", "importlib", "subprocess"}
_PATH_ATTRIBUTES = r"parent|parents\[\]"
_PATH_METHODS = (
    r"resolve|absolute|joinpath|with_name|with_stem|with_suffix|expanduser|relative_to|rename"
    r"|replace|readlink|cwd|home|__truediv__"
)
_PATH_LISTS = r"(?:glob|rglob|iterdir)\(\)\[\]"
_PATH = re.compile(
    rf"^pathlib\.Path(?:\(\)|(?=\.(?:cwd|home)\(\)))"
    rf"\.(?:(?:{_PATH_ATTRIBUTES})|(?:{_PATH_METHODS})\(\)|{_PATH_LISTS})(?![\w(\[])"
)
_CALLED = re.compile(r"\.(?:__call__|__func__|__wrapped__)(?=\.|$)")


def canonical(name: str) -> str:
    """Return the one name of something that can be reached by several."""
    name = _CALLED.sub("", name)
    head, dot, rest = name.partition(".")
    name = _SAME.get(head, head) + dot + rest
    name = _handed_on(name)
    if ".__self__" in name:
        # A built-in function knows its module: `print.__self__` is `builtins`.
        name = re.sub(r"^(builtins|os|posix)\.\w+\.__self__", r"\1", name)
    if name.startswith("pathlib."):
        name = re.sub(r"^pathlib\.(?:Posix|Windows)Path\b", "pathlib.Path", name)
        while (found := _PATH.match(name)) is not None:
            name = "pathlib.Path()" + name[found.end() :]
    return name


def _handed_on(name: str) -> str:
    parts = name.split(".")
    known = _HANDED_ON if parts[0] in sys.stdlib_module_names else _HANDED_ON_BY_ANYONE
    for number in range(len(parts) - 2, 0, -1):
        part = parts[number].lstrip("_")
        # Directly after the dots stands the project's own module: `from . import subprocess`.
        if part in known and any(parts[:number]) and parts[0] != "asyncio":
            return ".".join([_SAME.get(part, part), *parts[number + 1 :]])
    return name


def known(names: Iterable[str]) -> Values:
    return frozenset(Known(canonical(name)) for name in names)


def names_of(values: Values) -> set[str]:
    return {value.name for value in values if isinstance(value, Known)}
