"""Methods: the neighbour in its family, a missing or superfluous one, their usual arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators.base import Draft, Operator, Site, short
from verdigris.repair.operators.kinds import role_of
from verdigris.repair.operators.placing import Tie, joined

_FAMILIES = (
    "strip lstrip rstrip", "split rsplit splitlines", "partition rpartition",
    "lower upper casefold title capitalize", "find index rfind rindex", "startswith endswith",
    "ljust rjust center", "append extend insert", "append add", "add update discard",
    "remove discard pop", "pop popleft popitem", "appendleft append", "keys values items",
    "get pop setdefault", "union intersection difference symmetric_difference",
    "update difference_update intersection_update", "issubset issuperset isdisjoint",
    "isdigit isdecimal isnumeric isalpha isalnum", "isupper islower", "read readline readlines",
    "write writelines", "match search fullmatch", "findall finditer", "encode decode",
    "floor ceil trunc", "days seconds", "total_seconds seconds", "date datetime", "copy deepcopy",
    "sort reverse", "removeprefix lstrip", "removesuffix rstrip", "most_common elements",
    "cancel done", "acquire release", "heappush heappop", "put get",
    "bisect bisect_left bisect_right",
    "insort insort_left insort_right",
    "combinations permutations", "loads dumps", "fromkeys copy", "weekday isoweekday",
    "utcnow now", "replace translate", "popleft pop", "zfill rjust", "year month day",
    "hour minute second", "start stop", "sub subn",
)  # fmt: skip
OF_TEXTS = {
    "split", "splitlines", "startswith", "endswith", "replace", "join", "find", "index", "count",
    "isdigit", "isalpha", "ljust", "rjust", "zfill", "lower", "upper", "partition", "rpartition",
    "encode", "strip", "title",
}  # fmt: skip
_DEFAULTS = {"walked": "[]", "reckoned": "0", "container": "()", "compared": "0"}
"""What a missing entry counts as, by how it is used."""
_UNITS = ("days", "seconds", "minutes", "hours", "weeks", "milliseconds", "microseconds")


def _neighbours() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for family in _FAMILIES:
        names = family.split()
        for number, name in enumerate(names):
            for place, other in enumerate(names):
                if other != name:
                    fit = 0.85 ** abs(place - number)
                    found.setdefault(name, {}).setdefault(other, fit)
    return found


NEIGHBOURS = _neighbours()


def neighbour(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Attribute)
    node = site.node
    if isinstance(node.ctx, ast.Load):
        for name, fit in NEIGHBOURS.get(node.attr, {}).items():
            yield from site.rename(node, name, fit)


def imported_neighbour(site: Site) -> Iterator[Draft]:
    """`from bisect import bisect_left, bisect_right`: the wrong one of two that are there."""
    assert isinstance(site.node, ast.Name)
    for name, fit in NEIGHBOURS.get(site.node.id, {}).items():
        if name in site.scope.names:
            yield from site.put(name, fit)


def unwrapped(site: Site) -> Iterator[Draft]:
    """Leave a method out: `name.lower()` → `name`."""
    assert isinstance(site.node, ast.Call)
    call = site.node
    if isinstance(call.func, ast.Attribute) and not isinstance(site.parent, ast.Expr):
        usual = call.func.attr in NEIGHBOURS
        yield from site.put(site.text(call.func.value), 0.8 if usual else 0.4)


def normalised(site: Site) -> Iterator[Draft]:
    """Normalise a text before it is used: `.strip()`, `.lower()`."""
    node = site.node
    if not isinstance(node, ast.expr) or not _is_plain_value(site, node):
        return
    types = set(site.scope.types_of(node))
    if types and "str" not in types:
        return
    fit = 1.0 if types else 0.4
    base = joined(site.text(), Tie.ATOM)
    for place, method in enumerate(("strip", "lower", "casefold", "upper", "title")):
        yield from site.put(f"{base}.{method}()", fit * 0.8**place)


def _is_plain_value(site: Site, node: ast.expr) -> bool:
    if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
        return False
    parent = site.parent
    if isinstance(parent, ast.Attribute):
        return parent.attr in OF_TEXTS
    if isinstance(parent, ast.Expr | ast.For | ast.BoolOp | ast.keyword | ast.Delete):
        return False
    if isinstance(parent, ast.Call) and parent.func is node:
        return False
    return not (isinstance(parent, ast.Subscript) and parent.value is node)


def copied(site: Site) -> Iterator[Draft]:
    """Copy what belongs to somebody else before it is kept or changed."""
    node = site.node
    if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del) or isinstance(node, ast.Call):
        return
    parent = site.parent
    stored = isinstance(parent, ast.Assign | ast.AnnAssign | ast.Return | ast.Yield)
    held = (
        isinstance(parent, ast.Call)
        and node in parent.args
        and isinstance(parent.func, ast.Attribute)
    )
    walked = isinstance(parent, ast.For) and parent.iter is node
    if not (stored or held or walked):
        return
    assert isinstance(node, ast.expr)
    types = set(site.scope.types_of(node))
    if types & {"int", "float", "str", "bool", "tuple", "bytes", "frozenset"}:
        return
    own = site.text()
    known = types & {"list", "dict", "set", "deque"}
    fit = 1.0 if known else 0.5
    makers = {
        "list": (f"list({own})", f"{own}[:]"),
        "dict": (f"dict({own})",),
        "set": (f"set({own})",),
    }
    for kind in sorted(known & makers.keys()) or ["list", "dict"]:
        for text in makers[kind]:
            yield from site.put(text, fit)
    yield from site.put(f"{site.atom(node)}.copy()", fit * 0.8)
    if "copy" in site.scope.names and site.scope.names["copy"].kind == "module":
        yield from site.put(f"copy.deepcopy({own})", fit)
    if "deepcopy" in site.scope.names:
        yield from site.put(f"deepcopy({own})", fit)


def looked_up(site: Site) -> Iterator[Draft]:
    """`d[k]` was meant as `d.get(k)`, or with a default."""
    node = site.node
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        types = set(site.scope.types_of(node.value))
        if isinstance(node.slice, ast.Slice) or types & {"list", "tuple", "str"}:
            return
        base, key = site.atom(node.value), site.text(node.slice)
        fit = 1.0 if "dict" in types else 0.5
        defaults = ["0", "[]", '""', "None", "{}", key]
        if usual := _DEFAULTS.get(role_of(node, site.parent)):
            defaults.insert(0, usual)
        yield from site.put(f"{base}.get({key})", fit * 0.8)
        for place, default in enumerate(dict.fromkeys(defaults)):
            yield from site.put(f"{base}.get({key}, {default})", fit * 0.85**place)
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "get"
    ):
        base = site.atom(node.func.value)
        if node.args and len(node.args) <= 2:
            key = site.text(node.args[0])
            yield from site.put(f"{base}[{key}]", 0.5)
            if len(node.args) == 1:
                for place, default in enumerate(
                    ("0", "[]", '""', "{}", "False", "set()", key, "1")
                ):
                    yield from site.put(f"{base}.get({key}, {default})", 0.85**place)


def counted(site: Site) -> Iterator[Draft]:
    """`replace(a, b)` only once, `split(sep)` only once, and the other way round."""
    assert isinstance(site.node, ast.Call)
    call = site.node
    if not isinstance(call.func, ast.Attribute) or call.keywords:
        return
    usual = {"replace": 2, "split": 1, "rsplit": 1}.get(call.func.attr)
    span = site.source.span(call)
    if usual is None or span is None:
        return
    if len(call.args) == usual:
        what = f"`{short(site.text())}` at most once"
        yield site.at(span[1] - 1, span[1] - 1, ", 1", what)
    elif call.func.attr.endswith("split") and not call.args:
        yield site.at(span[1] - 1, span[1] - 1, '","', "splits at commas", 0.2)
        yield site.at(span[1] - 1, span[1] - 1, '" "', "splits at single spaces", 0.4)
    if call.func.attr == "split" and len(call.args) == 1:
        yield from site.put(f"{site.text(call.func)}()", 0.6)


def units(site: Site) -> Iterator[Draft]:
    """`timedelta(days=n)` was meant as hours, minutes, seconds."""
    assert isinstance(site.node, ast.keyword)
    word = site.node
    span = site.source.span(word)
    if word.arg in _UNITS and span:
        for place, unit in enumerate(u for u in _UNITS if u != word.arg):
            new = f"{unit}={site.text(word.value)}"
            yield site.at(*span, new, f"`{word.arg}=` becomes `{unit}=`", 0.85**place)


def encoding(site: Site) -> Iterator[Draft]:
    """`open(path)` reads in the machine's own encoding."""
    assert isinstance(site.node, ast.Call)
    call = site.node
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    span = site.source.span(call)
    if name not in ("open", "read_text", "write_text", "encode", "decode") or span is None:
        return
    if any(word.arg == "encoding" for word in call.keywords):
        return
    comma = ", " if call.args or call.keywords else ""
    at = span[1] - 1
    if name in ("encode", "decode"):
        for errors in ("ignore", "replace"):
            new = f'{comma}errors="{errors}"'
            yield site.at(at, at, new, f"what cannot be read: `{errors}`", 0.3)
        return
    yield site.at(at, at, f'{comma}encoding="utf-8"', "the encoding is UTF-8")
    if name == "open":
        yield site.at(at, at, f'{comma}newline=""', "line ends stay as they are", 0.5)


_VALUES = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
OPERATORS = (
    Operator("method.neighbour", 0.7, (ast.Attribute,), neighbour, "`s.strip()` → `s.rstrip()`"),
    Operator("method.imported", 0.7, (ast.Name,), imported_neighbour,
             "`bisect_left(…)` → `bisect_right(…)`"),
    Operator("method.unwrapped", 0.25, (ast.Call,), unwrapped, "`s.lower()` → `s`"),
    Operator("method.normalised", 0.25, _VALUES, normalised, "`name` → `name.strip()`"),
    Operator("method.copied", 0.3, (*_VALUES, ast.BoolOp), copied,
             "`return self.items` → `return list(self.items)`"),
    Operator("method.default", 0.4, (ast.Subscript, ast.Call), looked_up, "`d[k]` → `d.get(k, 0)`"),
    Operator("method.counted", 0.35, (ast.Call,), counted, '`s.split("=")` → `s.split("=", 1)`'),
    Operator("method.units", 0.6, (ast.keyword,), units, "`days=n` → `hours=n`"),
    Operator("method.encoding", 0.4, (ast.Call,), encoding, "`open(p)` with an encoding"),
)  # fmt: skip
