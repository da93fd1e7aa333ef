"""What the reporters for pytest and unittest share: places, values, cutting, the record file.

Standard library only, Python 3.8 and up. Nothing is read from the environment here: the warm runner
loads the reporters anew in every fork, and what is kept in this module would be the old address.
"""

import ast
import faulthandler
import json
import linecache
import os
import sys
import textwrap
import time
import traceback

CUT = 6000
_VALUE = 400
_STATEMENT = 20  # lines of one statement that are looked at


def cut(text, limit=CUT):
    """Keep the head and, more of it, the tail of a long text."""
    if len(text) <= limit:
        return text
    head = limit // 3
    left_out = len(text) - limit
    return "%s\n... %d characters left out ...\n%s" % (text[:head], left_out, text[head - limit :])


def inside(path, root):
    """Return a path relative to the project, or None for one that is not of the project."""
    try:
        relative = os.path.relpath(str(path), root)
    except ValueError:
        return None
    if relative.startswith((os.pardir, "<")) or "site-packages" in relative:
        return None
    return relative.replace(os.sep, "/")


def frames(trace, root):
    """Return [path, line, function] for each frame of the project, outermost first."""
    found = []
    while trace is not None:
        path = inside(trace.tb_frame.f_code.co_filename, root)
        if path is not None:
            found.append([path, trace.tb_lineno, trace.tb_frame.f_code.co_name])
        trace = trace.tb_next
    return found[-30:]


def in_words(error):
    """Return `ValueError: bad 7`, whatever the exception thinks of being printed."""
    try:
        text = "".join(traceback.format_exception_only(type(error), error))
    except Exception:
        text = type(error).__name__
    return cut(text.strip(), 2000)


def shown(value):
    """Return a value as the programmer would write it, cut."""
    try:
        text = repr(value)
    except Exception as error:
        text = "<%s that cannot be shown: %s>" % (type(value).__name__, type(error).__name__)
    if len(text) > _VALUE:
        text = "%s ... %s" % (text[: _VALUE // 2], text[-_VALUE // 2 :])
    return text


def values(trace):
    """Return what one of unittest's assertions compared as (expected, actual), or None."""
    caller = None
    while trace is not None:
        code, kept = trace.tb_frame.f_code, trace.tb_frame.f_locals
        if code.co_name.startswith("assert") and "unittest" in code.co_filename:
            for first, second in (("first", "second"), ("expr1", "expr2")):
                if first in kept and second in kept and "Not" not in code.co_name:
                    return in_order(shown(kept[first]), shown(kept[second]), caller)
            return None
        caller = (code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return None


def in_order(first, second, place):
    """Return (expected, actual) of two compared values.

    The second is what is expected, as in `assert f(5) == 120`, unless the source shows that only
    the first is a constant.
    """
    for node in ast.walk(statement(place) or ast.Module(body=[], type_ignores=[])):
        pair = None
        if isinstance(node, ast.Compare):
            pair = (node.left, node.comparators[-1])
        elif isinstance(node, ast.Call) and _is_assertion(node):
            pair = (node.args[0], node.args[1])
        if pair is not None:
            if _is_constant(pair[0]) and not _is_constant(pair[1]):
                return first, second
            break
    return second, first


def _is_assertion(call):
    return len(call.args) > 1 and getattr(call.func, "attr", "").startswith("assert")


def statement(place):
    """Return the syntax tree of the statement that begins at a line of a file, or None."""
    if place is None:
        return None
    path, line = place
    text = ""
    for number in range(line, line + _STATEMENT):
        text += linecache.getline(path, number)
        try:
            return ast.parse(textwrap.dedent(text).strip())
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return None


def _is_constant(node):
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def redirect_editable_installs(root, origin):
    """Point imports of an editable install at the copy that is tested, not at the user's tree.

    Without this a src layout that was installed with `pip install -e .` would be imported from the
    original folder, and a change in the copy would never be seen by its tests.
    """
    if not origin or os.path.realpath(origin) == os.path.realpath(root):
        return

    def moved(path):
        relative = os.path.relpath(os.path.realpath(path), os.path.realpath(origin))
        return None if relative.startswith(os.pardir) else os.path.join(root, relative)

    for i, entry in enumerate(sys.path):
        if entry and os.path.isabs(entry) and "site-packages" not in entry:
            sys.path[i] = moved(entry) or entry
    for name, module in list(sys.modules.items()):
        if name.startswith("__editable__") and isinstance(getattr(module, "MAPPING", None), dict):
            for package, place in module.MAPPING.items():
                module.MAPPING[package] = moved(place) or place


def imported_from_origin(root, origin):
    """Return names of modules that were loaded from the user's tree although a copy is tested."""
    if not origin or os.path.realpath(origin) == os.path.realpath(root):
        return []
    start = os.path.realpath(origin) + os.sep
    return sorted(
        name
        for name, module in list(sys.modules.items())
        if str(getattr(module, "__file__", None) or "").startswith(start)
        and "site-packages" not in str(module.__file__)
    )[:20]


def stacks_at(path, moment, seconds):
    """Have the stack of every thread written at a moment, else after so many seconds.

    Returns the file, which must stay open until then.
    """
    if moment:
        seconds = max(moment - time.time(), 0.1)
    if not path or not seconds:
        return None
    file = open(path, "w")
    faulthandler.dump_traceback_later(seconds, file=file)
    return file


class Records:
    """The file of records, JSON one a line. Each is written at once: the next line may not come."""

    def __init__(self, path):
        self._file = open(path, "a", encoding="utf-8", errors="backslashreplace")
        self._pid = os.getpid()

    def write(self, **record):
        # A child that a test has forked holds this object as well, and is not the one who reports.
        if os.getpid() == self._pid:
            self._file.write(json.dumps(record) + "\n")
            self._file.flush()
