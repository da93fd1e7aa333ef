"""Put changed function bodies into modules that are already imported.

Standard library only, Python 3.8 and up. A change qualifies if everything but the bodies of
functions is the same, and if none of the changed functions was run while the tests were collected:
what such a function returned may be baked into the state of a module.

All functions of a changed file are given new code, the unchanged ones too: their line numbers move.
"""

import ast
import gc
import os
import types
from importlib.machinery import SourceFileLoader

_KIND = 0x20 | 0x80 | 0x100 | 0x200  # generator, coroutine, iterable coroutine, async generator


class Refused(Exception):
    """The change cannot be tried in this process; the message says why."""


class Functions:
    """Every function object that was made from the project's files, by file and code."""

    def __init__(self, root, seen):
        self._read = seen["read"]
        self._ran = {tuple(place) for place in seen["ran"]}
        self._by_file = {}
        self._old = {}
        for thing in gc.get_objects():
            if type(thing) is types.FunctionType:
                code = thing.__code__
                path = os.path.realpath(code.co_filename)
                if path.startswith(root + os.sep):
                    own = self._by_file.setdefault(path, {})
                    own.setdefault(_key(code), []).append(thing)

    def swaps(self, module, before, after):
        """Return pairs of a function and its new code. Raises Refused."""
        loader = getattr(getattr(module, "__spec__", None), "loader", None)
        if type(loader) is not SourceFileLoader:
            raise Refused("the module is loaded in a way of its own")
        path = os.path.realpath(module.__file__)
        if self._read.get(path, 0) > 1:
            raise Refused("the source was read while the tests were collected")
        try:
            # The old one is compiled once for all candidates.
            if self._old.get(path, ("",))[0] != before:
                self._old[path] = (before, *_looked_at(before, module.__file__))
            _, old, old_shape = self._old[path]
            new, new_shape = _looked_at(after, module.__file__)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise Refused("the file does not compile") from None
        pairs = []
        changed = _changed(old_shape, new_shape)
        for name, line in changed:
            if (path, name, line) in self._ran:
                raise Refused("%s was run while the tests were collected" % name)
        self._pair(old, new, changed, pairs)
        own = self._by_file.get(path, {})
        return [(function, b) for a, b in pairs for function in own.get(_key(a), ())]

    def _pair(self, old, new, changed, pairs):
        inner = [_inner(old), _inner(new)]
        if len(inner[0]) != len(inner[1]):
            raise Refused("more than the bodies of functions changed")
        for a, b in zip(*inner):
            if a.co_name != b.co_name:
                raise Refused("more than the bodies of functions changed")
            pairs.append((a, b))
            if (a.co_name, a.co_firstlineno) not in changed:
                self._pair(a, b, changed, pairs)
                continue
            if a.co_freevars != b.co_freevars or a.co_flags & _KIND != b.co_flags & _KIND:
                raise Refused("%s became another kind of function" % a.co_name)


def _inner(code):
    return [const for const in code.co_consts if isinstance(const, types.CodeType)]


def _key(code):
    """Return what tells a code object from others of its file.

    Code objects compare unequal to their own copies once they have run: the interpreter keeps
    notes in them, which `co_code` leaves out.
    """
    return (
        code.co_name, code.co_firstlineno, code.co_code, code.co_names, code.co_varnames,
        code.co_freevars, tuple(map(_constant_key, code.co_consts)),
    )  # fmt: skip


def _constant_key(value):
    if isinstance(value, types.CodeType):
        return _key(value)
    if isinstance(value, frozenset):
        return "frozenset", tuple(sorted(map(repr, value)))
    return type(value).__name__, repr(value)


def _looked_at(text, path):
    """Return the code of a file and its shape: what is outside of functions, and their bodies."""
    code = compile(text, path, "exec", dont_inherit=True)
    hollow = _Hollow()
    return code, (ast.dump(hollow.visit(ast.parse(text))), hollow.bodies)


def _changed(old, new):
    """Return name and line of the functions whose bodies differ. Raises Refused if more does."""
    if old[0] != new[0]:
        raise Refused("more than the bodies of functions changed")
    return {place for (place, body), (_, other) in zip(old[1], new[1]) if body != other}


class _Hollow(ast.NodeTransformer):
    """Takes the bodies out of functions, outermost functions only; a docstring stays."""

    def __init__(self):
        self.bodies = []

    def _function(self, node):
        first = min([node.lineno] + [decorator.lineno for decorator in node.decorator_list])
        spoken = ast.get_docstring(node, clean=False) is not None
        body = node.body[1:] if spoken else node.body
        self.bodies.append(((node.name, first), "\n".join(ast.dump(part) for part in body)))
        node.body = node.body[:1] if spoken else [ast.Pass()]
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function
