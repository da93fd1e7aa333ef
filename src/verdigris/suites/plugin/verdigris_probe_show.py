"""What a value is, in a form that can be compared across versions and processes.

Standard library only, Python 3.8 and up. Two values have the same digest when a test would hardly
tell them apart: addresses, the order of sets and the last digits of floats do not count.
"""

import enum
import hashlib
import itertools
import re
import types

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_DEEPEST = 12
_NODES = 4000  # parts of one value that are looked at
_LONGEST = 20000  # characters of one text that count
_ITEMS = 200  # taken from an iterator that may have no end

_ATOMS = (bool, complex, bytes, bytearray, range, type(None), type(...), slice)


class Default:
    """Stands for an argument that was not given; what it comes to is the version's business."""

    def __init__(self, value):
        self.value = value
        """What it came to when the call was seen."""


def given(args):
    """Return arguments with what they came to where they were not given."""
    return [arg.value if type(arg) is Default else arg for arg in args]


class Shower:
    """Writes one value down; what it meets twice on the way is a cycle."""

    def __init__(self):
        self._left = _NODES
        self._path = []

    def show(self, value):
        self._left -= 1
        if self._left < 0 or len(self._path) > _DEEPEST:
            return "..."
        if any(value is seen for seen in self._path):
            return "<cycle>"
        self._path.append(value)
        try:
            return self._shown(value)
        finally:
            self._path.pop()

    def _shown(self, value):
        kind = type(value)
        name = kind.__name__
        if kind is Default:
            return "<default>"
        if kind is int:
            return "int:%x" % value  # writing a long one in tens takes for ever, or is refused
        if kind in _ATOMS:
            return "%s:%s" % (name, repr(value)[:_LONGEST])
        if kind is str:
            return "str:%r" % value[:_LONGEST]
        if kind is float:
            return "float:%.12g" % (value + 0.0)
        if isinstance(value, enum.Enum):
            return "%s.%s" % (name, value.name)
        if isinstance(value, (list, tuple)):
            return "%s[%s]%s" % (name, self._many(value), self._own(value))
        if isinstance(value, (set, frozenset)):
            return "%s{%s}" % (name, ",".join(sorted(map(self.show, self._first(value)))))
        if isinstance(value, dict):
            rows = ["%s=%s" % (self.show(k), self.show(v)) for k, v in self._first(value.items())]
            return "%s{%s}%s" % (name, ",".join(sorted(rows)), self._own(value))
        return self._object(value, name)

    def _object(self, value, name):
        if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, type)):
            return "<%s>" % getattr(value, "__qualname__", name)
        if isinstance(value, types.ModuleType):
            return "<module %s>" % value.__name__
        if isinstance(value, BaseException):
            return "%s(%s)" % (name, self._many(value.args))
        own = self._own(value)
        if own or type(value).__repr__ is object.__repr__:
            return "<%s %s>" % (name, own)
        return "<%s %s>" % (name, _ADDRESS.sub("", repr(value))[:_LONGEST])

    def _own(self, value):
        """Show the attributes of an object, by name."""
        found = dict(getattr(value, "__dict__", None) or {})
        for kind in type(value).__mro__:
            slots = kind.__dict__.get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                    found[name] = getattr(value, name)
        rows = ["%s=%s" % (name, self.show(found[name])) for name in sorted(found)]
        return "(%s)" % ",".join(rows) if rows else ""

    def _many(self, values):
        return ",".join(map(self.show, self._first(values)))

    def _first(self, values):
        return itertools.islice(values, _NODES)


def digest(value):
    text = Shower().show(value)
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def shown(value, most):
    """Return a value as a programmer would write it, cut."""
    try:
        return repr(value)[:most]
    except Exception:  # of the project's making, or a number too long to be written
        return "?"


def drained(value):
    """Return an iterator's first items, as a list; anything else as it is."""
    if hasattr(value, "__next__") and hasattr(value, "__iter__"):
        return list(itertools.islice(value, _ITEMS))
    return value


def facts(result, given):
    """Return what is true of a result beside its digest, for whoever looks for properties.

    `given` are the arguments as they were before the call.
    """
    told = {"type": type(result).__name__}
    if type(result) in (int, float, bool) and abs(result) < 1e15:
        told["number"] = float(result)
    if isinstance(result, (str, bytes, list, tuple, set, frozenset, dict)):
        told["length"] = len(result)
    marks = [name for name, holds in _MARKS if _true(holds, result, given)]
    if marks:
        told["marks"] = marks
    return told


def _true(holds, result, given):
    try:
        return bool(holds(result, given))
    except Exception:  # values of the project may refuse to be compared
        return False


def _is_sorted(result, given):
    return type(result) in (list, tuple) and len(result) > 1 and list(result) == sorted(result)


def _is_member(result, given):
    pools = [value for value in given if isinstance(value, (list, tuple, set, frozenset, dict))]
    return any(result in pool for pool in pools)


def _is_argument(result, given):
    return any(type(result) is type(value) and result == value for value in given)


def _is_permutation(result, given):
    if type(result) not in (list, tuple, str):
        return False
    ordered = sorted(result)
    pools = [value for value in given if isinstance(value, (list, tuple, str))]
    return any(len(pool) == len(result) and sorted(pool) == ordered for pool in pools)


def _is_inside(result, given):
    """Whether a number lies between the least and the greatest that went in."""
    numbers = [value for value in _flat(given) if type(value) in (int, float)]
    return type(result) in (int, float) and min(numbers) <= result <= max(numbers)


def _flat(values):
    for value in values:
        if isinstance(value, (list, tuple, set, frozenset)):
            yield from _flat(value)
        else:
            yield value


_MARKS = (
    ("sorted", _is_sorted),
    ("member", _is_member),
    ("argument", _is_argument),
    ("permutation", _is_permutation),
    ("inside", _is_inside),
    ("not negative", lambda result, given: type(result) in (int, float) and result >= 0),
    ("distinct", lambda result, given: len(result) > 1 and len(set(result)) == len(result)),
)
