"""Several candidates in one child: bodies are swapped in, the tests run, bodies swapped back.

Standard library and pytest only, Python 3.8 and up. A fork for each candidate costs more than most
tests do. Here a candidate could see what one before it left behind, so what can be left is looked
at: values of the project's modules, the environment, the home and temporary folders, threads. If
anything differs at the end, that is said, and the caller tries them one by one.
"""

import functools
import linecache
import logging
import os
import sys
import threading
import types

from verdigris_warm_tree import write_file

MOST_VALUES = 20000
_DEPTH = 6
_OURS = ("HOME", "TMPDIR", "PYTEST_CURRENT_TEST")  # set for the child, or by pytest for each test
_PLAIN = (int, float, complex, str, bytes, bool, type(None))
_FUNCTIONS = (types.MethodType, staticmethod, classmethod, property, functools.partial)


class TooMuch(Exception):
    """There is more to look at than is worth the while."""


class State:
    """What the project's modules hold, as one value that can be compared."""

    def __init__(self, root):
        self._root = os.path.realpath(root) + os.sep

    def look(self):
        """Return what is there now. Raises TooMuch."""
        self._left = MOST_VALUES
        self._seen = {}  # the values too: the id of one that is gone may be another's
        found = [
            sorted((k, v) for k, v in os.environ.items() if k not in _OURS),
            _folder(),
            len(sys.path),
            threading.active_count(),
            len(logging.getLogger().handlers),
            logging.getLogger().level,
        ]
        for name in sorted(sys.modules):
            module = sys.modules[name]
            path = getattr(module, "__file__", None)
            if isinstance(path, str) and os.path.realpath(path).startswith(self._root):
                found.append((name, self._members(vars(module), 0)))
        self._seen = {}
        return found

    def _members(self, values, depth):
        return [
            (str(name), self._value(value, depth + 1))
            for name, value in list(values.items())
            if not str(name).startswith(("__", "@py"))
        ]

    def _value(self, value, depth):
        self._left -= 1
        if self._left < 0:
            raise TooMuch()
        kind = type(value)
        if kind in _PLAIN:
            return value if len(repr(value)) < 200 else hash(value)
        if depth > _DEPTH or id(value) in self._seen or isinstance(value, types.ModuleType):
            return kind.__name__
        self._seen[id(value)] = value
        if isinstance(value, (list, tuple)):
            return kind.__name__, [self._value(one, depth + 1) for one in list(value)]
        if isinstance(value, dict):
            return kind.__name__, [
                (self._value(key, depth + 1), self._value(one, depth + 1))
                for key, one in list(value.items())
            ]
        if isinstance(value, (set, frozenset)):
            return kind.__name__, len(value), sorted(map(_short, value))
        return kind.__name__, self._inside(value, depth)

    def _inside(self, value, depth):
        if hasattr(value, "cache_info") and callable(value.cache_info):
            return value.cache_info().currsize
        if isinstance(value, types.FunctionType):
            cells = [_content(cell) for cell in value.__closure__ or ()]
            own = (value.__defaults__, value.__kwdefaults__, vars(value), cells)
            return [self._value(one, depth + 1) for one in own]
        if isinstance(value, _FUNCTIONS):
            return ""
        if isinstance(value, type):
            ours = self._is_ours(value)
            return self._members(vars(value), depth) if ours else ""
        members = getattr(value, "__dict__", None)
        return self._members(members, depth) if isinstance(members, dict) else ""

    def _is_ours(self, kind):
        module = sys.modules.get(kind.__module__)
        path = getattr(module, "__file__", None)
        return isinstance(path, str) and os.path.realpath(path).startswith(self._root)


def _short(value):
    return "%s %s" % (type(value).__name__, repr(value)[:200] if type(value) in _PLAIN else "")


def _content(cell):
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None


def _folder():
    try:
        return os.getcwd()
    except OSError:
        return ""


def play(session, job, plays, before, state):
    """Run the tests of a session with each candidate in turn, then end the process.

    `plays` has, for each candidate that fits, its number, its files and its pairs of function and
    code; `before` is what the state was.
    """
    report = sys.modules["verdigris_report"]
    recorder = session.config.pluginmanager.getplugin("verdigris-recorder")
    report.be_terse()
    session.config.option.tbstyle = "no"
    plain = {path: _read(path) for path in job["touched"]}
    for number, files, swaps in plays:
        _write(plain, files)
        old = [(function, function.__code__) for function, _ in swaps]
        for function, code in swaps:
            function.__code__ = code
        path = os.path.join(job["folder"], "records%d" % number)
        report.readdress(session.config, path, "", job["test_seconds"], "", 0)
        failed = _run(session, job["stop_at_first_failure"])
        for function, code in old:
            function.__code__ = code
        recorder.pytest_sessionfinish(session, 1 if failed else 0)
    _write(plain, ())
    _say(job, _difference(before, state, job))
    os._exit(0)


def _run(session, stop):
    session.testsfailed, session.shouldfail, session.shouldstop = 0, False, False
    items = session.items
    for number, item in enumerate(items):
        following = items[number + 1] if number + 1 < len(items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if stop and session.testsfailed:
            session._setupstate.teardown_exact(None)
            break
    return session.testsfailed


def _difference(before, state, job):
    try:
        after = state.look()
    except TooMuch:
        return "there is too much to look at"
    if after != before:
        named = [
            now[0]
            for was, now in zip(before, after)
            if was != now and isinstance(now, tuple) and isinstance(now[0], str)
        ]
        return "a test leaves something behind in %s" % (named[0] if named else "the process")
    for name in ("home", "tmpdir"):
        left = [one for one in _names(os.path.join(job["scratch"], name)) if not _is_pytest(one)]
        if left:
            return "a test leaves files behind: %s" % left[0]
    return ""


def _is_pytest(name):
    return name.startswith("pytest-of-") or name == ".cache"


def _names(folder):
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _say(job, reason):
    with open(os.path.join(job["folder"], "clean" if not reason else "leaked"), "w") as file:
        file.write(reason[:500])


def _read(path):
    with open(path, "rb") as file:
        return file.read()


def _write(plain, files):
    """Have the changed files on disk as they are now, and the others as they were."""
    now = {path: text.encode("utf-8", "surrogateescape") for path, text in files}
    for path, before in plain.items():
        text = now.get(path, before)
        linecache.cache.pop(path, None)
        if _read(path) != text:
            write_file(path, text)
