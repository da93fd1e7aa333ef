"""Several candidates in one child: bodies are swapped in, the tests run, bodies swapped back.

Standard library and pytest only, Python 3.8 and up. A fork for each candidate costs more than most
tests do. Here a candidate could see what one before it left behind, so what can be left is looked
at: values of the project's modules, the environment, the home and temporary folders, threads. If
anything differs at the end, that is said, and the caller tries them one by one.
"""

import linecache
import logging
import os
import sys
import threading
import types

from verdigris_warm_tree import write_file

MOST_VALUES = 20000
_OURS = ("HOME", "TMPDIR", "PYTEST_CURRENT_TEST")  # set for the child, or by pytest for each test
_PLAIN = (int, float, complex, str, bytes, bool, type(None), type(Ellipsis), type(NotImplemented))
_CALLED = (types.MethodType, types.BuiltinFunctionType, staticmethod, classmethod, property)
_LOCKS = (type(threading.Lock()), type(threading.RLock()))
_TESTING = (
    "_pytest",
    "pytest",
    "pluggy",
    "verdigris_",
    "sys",
    "tempfile",
    "linecache",
    "threading",
)
"""Modules that change with every test, or for the child; what tests change there is undone."""

_UNITTEST = ("tearDown_exceptions", "_classSetupFailed", "_class_cleanups")
"""What unittest itself writes down on a class of tests, anew for each run."""


class TooMuch(Exception):
    """There is more to look at than is worth the while, or something that cannot be looked at."""


class State:
    """What the project and its tests hold, as one value that can be compared.

    Whatever may hold something and does not show it raises TooMuch: then no two candidates share a
    process.
    """

    def __init__(self, root, items):
        self._root = os.path.realpath(root) + os.sep
        self._params = [getattr(item, "callspec", None) for item in items]

    def look(self):
        """Return what is there now, and what other modules offer. Raises TooMuch."""
        self._left = MOST_VALUES
        self._seen = {}  # the values too: the id of one that is gone may be another's
        found = [
            ("the environment", sorted((k, v) for k, v in os.environ.items() if k not in _OURS)),
            ("the folder", _folder()),
            ("the search path", list(map(str, sys.path))),
            ("the threads", threading.active_count()),
            ("the logging", [len(logging.getLogger().handlers), logging.getLogger().level]),
            ("decimal", repr(sys.modules["decimal"].getcontext()) if _has("decimal") else ""),
        ]
        try:
            for name in sorted(sys.modules):
                module = sys.modules[name]
                if self._is_ours(module):
                    found.append((name, self._members(vars(module))))
            for call in self._params:
                found.append(("a parameter", self._value(dict(getattr(call, "params", {})))))
        except RecursionError:
            raise TooMuch() from None
        self._seen = {}
        return found, self._offers()

    def _offers(self):
        """Return which object stands under each name of the modules that are not the project's."""
        return {
            name: {
                key: id(value)
                for key, value in list(vars(module).items())
                if not isinstance(value, types.ModuleType)  # imported late
            }
            for name, module in list(sys.modules.items())
            if isinstance(module, types.ModuleType)
            and not name.startswith(_TESTING)
            and not self._is_ours(module)
        }

    def _is_ours(self, module):
        path = getattr(module, "__file__", None)
        return isinstance(path, str) and os.path.realpath(path).startswith(self._root)

    def _members(self, values):
        return [
            (str(name), self._value(value))
            for name, value in list(values.items())
            if not str(name).startswith(("__", "@py")) and name not in _UNITTEST
        ]

    def _value(self, value):
        self._left -= 1
        if self._left < 0:
            raise TooMuch()
        kind = type(value)
        if kind in _PLAIN:
            text = repr(value)
            return text if len(text) < 200 else hash(text)
        if id(value) in self._seen or isinstance(value, types.ModuleType):
            return kind.__name__
        self._seen[id(value)] = value
        if kind in (list, tuple):
            return kind.__name__, [self._value(one) for one in value]
        if kind is dict:
            return [(self._value(key), self._value(one)) for key, one in value.items()]
        if kind in (set, frozenset):
            return kind.__name__, sorted(map(str, map(self._value, value)))
        return kind.__name__, self._inside(value)

    def _inside(self, value):
        if isinstance(value, _LOCKS):
            return ""  # one that is held would have stopped the test
        if callable(getattr(value, "cache_info", None)):
            return value.cache_info().currsize
        if isinstance(value, types.FunctionType):
            cells = [_content(cell) for cell in value.__closure__ or ()]
            own = (value.__defaults__, value.__kwdefaults__, vars(value), cells)
            return [self._value(one) for one in own]
        if isinstance(value, _CALLED):
            return ""
        if isinstance(value, type):
            ours = self._is_ours(sys.modules.get(value.__module__))
            return self._members(vars(value)) if ours else ""
        if isinstance(value, logging.Logger):
            return [len(value.handlers), value.level, value.disabled, len(value.filters)]
        return self._content_of(value)

    def _content_of(self, value):
        """Look at an object by what a copy of it would be made from."""
        try:
            made = value.__reduce_ex__(2)
        except Exception:
            if type(value).__module__.startswith(_TESTING):
                return ""  # of the test runner: a mark, a fixture
            raise TooMuch() from None
        if isinstance(made, str):
            return made
        parts = list(made[1:3])
        for more in made[3:5]:  # the items of a list or a dictionary
            parts.append(list(more) if more is not None else None)
        return [self._value(part) for part in parts]


def _has(name):
    return name in sys.modules


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
    for was, now in zip(before[0], after[0]):
        if was != now:
            return "a test leaves something behind in %s" % now[0]
    for name, offers in before[1].items():
        now = after[1].get(name)
        if now != offers:
            keys = offers.keys() | (now or {}).keys()
            changed = sorted(key for key in keys if (now or {}).get(key) != offers.get(key))
            return "a test leaves something behind in %s.%s" % (name, (changed or [""])[0])
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
