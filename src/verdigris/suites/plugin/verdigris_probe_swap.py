"""Turn the functions of an imported module into those of another version of its file, in place.

Standard library only, Python 3.8 and up. Code is put into the living function objects, so that
methods, decorated functions and names imported elsewhere all behave as the other version does.
Module constants, new imports and new functions are taken over as well. To be used in a fork: there
is no way back.
"""

import ast
import copy
import gc
import os
import types

_KIND = 0x20 | 0x80 | 0x100 | 0x200  # generator, coroutine, iterable coroutine, async generator
_NAMING = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Import, ast.ImportFrom)
_DEF = (ast.FunctionDef, ast.AsyncFunctionDef)


class Refused(Exception):
    """The version cannot be put in; the message says why."""


def functions_of(path):
    """Return the living functions made from a file, by name and first line of their code."""
    found = {}
    for thing in gc.get_objects():
        if type(thing) is types.FunctionType and same_file(thing.__code__.co_filename, path):
            code = thing.__code__
            found.setdefault((code.co_name, code.co_firstlineno), []).append(thing)
    return found


_real = {}


def same_file(one, path):
    if one not in _real:
        _real[one] = os.path.realpath(one)
    return _real[one] == path


def codes(text, path):
    """Return the code objects of a text by their place in it: (("Stack", 0), ("push", 0))."""
    found = {}
    _gather(compile(_bare(text), path, "exec", dont_inherit=True), (), found)
    return found


def _bare(text):
    """Return a text without the mark that some editors begin a file with."""
    return text[1:] if text.startswith("\ufeff") else text


def _gather(code, place, found):
    count = {}
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            number = count.get(const.co_name, 0)
            count[const.co_name] = number + 1
            inner = (*place, (const.co_name, number))
            found[inner] = const
            _gather(const, inner, found)


def code_of(found, dotted):
    """Return the last code of a dotted name, which is the one that counts, or None."""
    names = dotted.split(".")
    same = [code for place, code in found.items() if [name for name, _ in place] == names]
    return same[-1] if same else None


def put_in(module, path, live, text):
    """Make a module, which was loaded from `live`, that of `text`. Raises Refused."""
    try:
        old, new = codes(live, path), codes(text, path)
        trees = ast.parse(_bare(live)), ast.parse(_bare(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Refused("the file does not compile") from None
    names = list(_differing(trees[0].body, trees[1].body, ""))
    defaults = _new_defaults(*trees)
    own = functions_of(path)
    for place, code in old.items():
        if place in new:
            _swap(own.get((code.co_name, code.co_firstlineno), ()), new[place])
    for dotted, given in defaults.items():
        code = code_of(old, dotted)
        for function in own.get((code.co_name, code.co_firstlineno), ()) if code else ():
            function.__defaults__, function.__kwdefaults__ = given
    if names:
        _take_over(module, compile(_bare(text), path, "exec", dont_inherit=True), names)


def _swap(functions, new):
    for function in functions:
        if function.__code__.co_freevars != new.co_freevars:
            raise Refused("%s closes over other variables" % new.co_name)
        if function.__code__.co_flags & _KIND != new.co_flags & _KIND:
            raise Refused("%s became another kind of function" % new.co_name)
        function.__code__ = new


def _differing(old, new, owner):
    """Yield the dotted names that are bound otherwise by the statements outside of functions."""
    before = {ast.dump(_hollow(node)): node for node in old}
    after = {ast.dump(_hollow(node)): node for node in new}
    named = {node.name: node for node in old if isinstance(node, (*_DEF, ast.ClassDef))}
    for shape, node in before.items():
        if shape not in after and not isinstance(node, (*_NAMING, *_DEF, ast.ClassDef)):
            raise Refused("more than functions and constants changed")
    for shape, node in after.items():
        if shape in before:
            continue
        if isinstance(node, _NAMING):
            yield from (owner + name for name in _bound(node))
        elif isinstance(node, _DEF) and node.name not in named:
            yield owner + node.name
        elif isinstance(node, ast.ClassDef) and _same_head(named.get(node.name), node):
            yield from _differing(named[node.name].body, node.body, "%s%s." % (owner, node.name))
        else:
            raise Refused("more than functions and constants changed")


def _hollow(node):
    """Return a statement without the arguments and bodies of the functions in it."""
    node = copy.deepcopy(node)
    for part in ast.walk(node):
        if isinstance(part, _DEF):
            part.args, part.body, part.returns = ast.arguments(), [], None
    return node


def _same_head(one, other):
    if not isinstance(one, ast.ClassDef):
        return False
    heads = [(node.bases, node.keywords, node.decorator_list) for node in (one, other)]
    shown = [[[ast.dump(part) for part in parts] for parts in head] for head in heads]
    return shown[0] == shown[1]


def _bound(node):
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [(alias.asname or alias.name).partition(".")[0] for alias in node.names]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    parts = [part for target in targets for part in ast.walk(target)]
    return [part.id for part in parts if isinstance(part, ast.Name)]


def _new_defaults(old, new):
    """Return what the parameters of functions default to, where that differs."""
    before = dict(_arguments(old.body, ""))
    found = {}
    for dotted, args in _arguments(new.body, ""):
        if dotted in before and ast.dump(before[dotted]) != ast.dump(args):
            try:
                plain = tuple(ast.literal_eval(default) for default in args.defaults)
                words = {
                    arg.arg: ast.literal_eval(default)
                    for arg, default in zip(args.kwonlyargs, args.kw_defaults)
                    if default is not None
                }
            except ValueError:
                raise Refused("what %s defaults to is no constant" % dotted) from None
            found[dotted] = plain or None, words or None
    return found


def _arguments(body, owner):
    for node in body:
        if isinstance(node, _DEF):
            yield owner + node.name, node.args
        elif isinstance(node, ast.ClassDef):
            yield from _arguments(node.body, "%s%s." % (owner, node.name))


def _take_over(module, code, names):
    """Run another version's file aside and take some of its names over."""
    kept = ("__name__", "__file__", "__package__", "__spec__", "__loader__", "__path__")
    aside = {name: vars(module)[name] for name in kept if name in vars(module)}
    exec(code, aside)
    for dotted in names:
        *owners, last = dotted.split(".")
        source, target = types.SimpleNamespace(**aside), module
        for owner in owners:
            source, target = getattr(source, owner), getattr(target, owner)
        value = vars(source).get(last)
        if type(value) is types.FunctionType and value.__globals__ is aside:
            value = types.FunctionType(
                value.__code__, vars(module), last, value.__defaults__, value.__closure__
            )
        setattr(target, last, value)
