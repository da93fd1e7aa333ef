"""Reports each test of a run of unittest to Verdigris. Standard library only, Python 3.8 and up.

The outermost suite that a process runs is the one that is reported: its result object is listened
to, whatever class it is of. Tests that run suites of their own are none of our business.

Ids are written as pytest writes them: `tests/test_a.py::TestA::test_one`.
"""

import faulthandler
import json
import os
import signal
import sys
import threading
import time
import traceback

from verdigris_common import (
    CUT,
    Records,
    cut,
    frames,
    imported_from_origin,
    in_words,
    inside,
    redirect_editable_installs,
    stacks_at,
    values,
)  # fmt: skip
from verdigris_spectrum_observer import OBSERVER

_BESIDE_THE_TEST = {
    "_callSetUp", "_callTearDown", "_callCleanup", "doCleanups", "asyncSetUp", "asyncTearDown",
    "_callAsync",
}  # fmt: skip


_INTERRUPTED = {
    "outcome": "failed",
    "exception": "Crash",
    "message": "the test was interrupted",
    "details": "the test was interrupted",
}


def watch(module):
    """Have the first suite that is run from now on reported. `module` is unittest.suite."""
    original = module.TestSuite.run
    OBSERVER.begin()

    def run(self, result, debug=False):
        path = os.environ.pop("VERDIGRIS_REPORT", "")
        if not path or debug:
            return original(self, result, debug)
        module.TestSuite.run = original  # the suites inside this one, and whatever comes later
        listener = _Listener(path, self, result)
        done = original(self, result, debug)
        listener.finish(result)  # not when something breaks through: then the run has crashed
        return done

    module.TestSuite.run = run


class _Listener:
    def __init__(self, path, suite, result):
        take = os.environ.pop
        self._root = take("VERDIGRIS_ROOT", "") or os.getcwd()
        self._origin = take("VERDIGRIS_ORIGIN", "")
        self._test_seconds = float(take("VERDIGRIS_TEST_SECONDS", "0") or 0)
        only, hang = take("VERDIGRIS_ONLY", ""), take("VERDIGRIS_HANG", "")
        at, seconds = take("VERDIGRIS_HANG_AT", "0"), take("VERDIGRIS_HANG_SECONDS", "0")
        self._records = Records(path)
        self._records.write(kind="begin", runner="unittest")
        OBSERVER.claim()
        redirect_editable_installs(self._root, self._origin)
        self._hang = stacks_at(hang, float(at or 0), float(seconds or 0))
        if only:
            with open(only, encoding="utf-8") as file:
                self._leave_only(suite, set(json.load(file)))
        self._all = list(_flat(suite))
        self._events = None
        """What befell the test that is running; None between tests."""
        self._begun = 0.0
        # Every failure is wanted, not the first one.
        result.failfast = False
        self._run_no_more = result.stop
        for name in dir(self):
            if name.startswith("saw_"):
                self._listen(result, name[4:], getattr(self, name))

    def _listen(self, result, method, heard):
        original = getattr(result, method, None)
        if original is None:
            return

        def both(*args, **kwargs):
            heard(*args, **kwargs)
            return original(*args, **kwargs)

        setattr(result, method, both)

    def _leave_only(self, suite, wanted):
        kept = []
        for test in getattr(suite, "_tests", ()):
            if hasattr(test, "_tests"):
                self._leave_only(test, wanted)
                kept.append(test)
            elif self._id(test) in wanted or self._id(test).partition("::")[0] in wanted:
                kept.append(test)
        suite._tests = kept

    def finish(self, result):
        faulthandler.cancel_dump_traceback_later()
        OBSERVER.finish()
        self._records.write(
            kind="finish",
            failed=not result.wasSuccessful(),
            outside=imported_from_origin(self._root, self._origin),
        )

    # What the result is told, in its own words

    def saw_startTest(self, test):
        self._events = []
        self._begun = time.perf_counter()
        self._records.write(kind="start", id=self._id(test))
        OBSERVER.start(self._id(test))
        if self._can_interrupt():
            signal.signal(signal.SIGALRM, self._stop)
            # Repeats, since code that catches everything would swallow the first one.
            signal.setitimer(signal.ITIMER_REAL, self._test_seconds, 1.0)

    def saw_stopTest(self, test):
        OBSERVER.stop(self._id(test))
        if OBSERVER.out_of_time:
            self._run_no_more()
        if self._can_interrupt():
            signal.setitimer(signal.ITIMER_REAL, 0)
        if self._events is not None:
            # What came first is what went wrong first. A part that was skipped is not the whole.
            event = min(self._events, key=_gravity, default=_INTERRUPTED)
            self._write(test, seconds=time.perf_counter() - self._begun, **event)
        self._events = None

    def saw_addSuccess(self, test):
        self._note(test, {"outcome": "passed"})

    def saw_addFailure(self, test, err):
        self._note(test, self._error(err))

    def saw_addError(self, test, err):
        self._note(test, self._error(err))

    def saw_addSubTest(self, test, subtest, err):
        if err is not None:
            event = self._error(err)
            event["message"] += " %s" % subtest._subDescription()
            self._note(test, event)

    def saw_addSkip(self, test, reason):
        self._note(test, {"outcome": "skipped", "message": cut(str(reason), 300)})

    def saw_addExpectedFailure(self, test, err):
        self._note(test, {"outcome": "xfailed", "message": in_words(err[1])})

    def saw_addUnexpectedSuccess(self, test):
        message = "unexpected success: the test is marked as an expected failure, and passes"
        self._note(test, {"outcome": "failed", "message": message, "details": message})

    def _note(self, test, event):
        description = getattr(test, "description", None)
        if type(test).__name__ == "_ErrorHolder" and description:
            self._for_all_in(description, event)
        elif type(test).__name__ == "_FailedTest":
            self._records.write(kind="collect", id=self._id(test), **_told_by(test, event))
            self._events = None  # that was all there is to say
        elif self._events is None:
            self._write(test, **event)  # some versions skip a test without starting it
        else:
            self._events.append(event)

    def _for_all_in(self, description, event):
        """Report what befell a whole class or module, `setUpClass (tests.test_a.TestA)`, per test.

        What breaks on the way out is put down to the last test, which has been reported already.
        """
        if event["outcome"] == "failed":
            event["outcome"] = "error"
        what, _, where = description.partition(" (")
        where = where.rstrip(")")
        tests = [test for test in self._all if where in _owners(test)]
        for test in tests[-1:] if what.startswith("tearDown") else tests:
            self._write(test, **event)

    def _error(self, err):
        kind, error, trace = err
        names, walk = set(), trace
        while walk is not None:
            names.add(walk.tb_frame.f_code.co_name)
            walk = walk.tb_next
        event = {
            "outcome": "error" if names & _BESIDE_THE_TEST else "failed",
            "exception": kind.__name__,
            "message": in_words(error),
            "details": cut("".join(traceback.format_exception(kind, error, trace)), CUT),
            "frames": frames(trace, self._root),
        }
        if found := values(trace):
            event["expected"], event["actual"] = found
        return event

    def _write(self, test, **event):
        self._records.write(kind="result", id=self._id(test), **event)

    def _id(self, test):
        kind = type(test)
        if kind.__name__ == "_FailedTest":
            return _file_of(test._testMethodName, self._root)
        doctest = getattr(test, "_dt_test", None)
        if doctest is not None:
            return "%s::%s" % (inside(doctest.filename, self._root), doctest.name)
        function = getattr(test, "_testFunc", None)
        owner = kind if function is None else function
        path = inside(getattr(sys.modules.get(owner.__module__), "__file__", None), self._root)
        if path is None:
            return str(test.id())
        name = function.__name__ if function else test._testMethodName
        inner = kind.__qualname__.split(".") if function is None else []
        return "::".join([path, *inner, name])

    # Time

    def _can_interrupt(self):
        return (
            self._test_seconds
            and hasattr(signal, "setitimer")
            and threading.current_thread() is threading.main_thread()
        )

    def _stop(self, signum, frame):
        raise AssertionError("the test did not finish within %g s" % self._test_seconds)


def _gravity(event):
    return ("failed", "error").count(event["outcome"]) == 0, event["outcome"] != "passed"


def _flat(suite):
    for test in suite:
        if hasattr(test, "_tests"):
            yield from _flat(test)
        elif test is not None:
            yield test


def _owners(test):
    kind = type(test)
    return kind.__module__, "%s.%s" % (kind.__module__, kind.__qualname__)


def _told_by(test, event):
    """Return what kept a module from being loaded: unittest hides it in the text of an error."""
    text = str(getattr(test, "_exception", "") or event.get("message", "")).strip()
    return {"message": text.rpartition("\n")[2], "details": cut(text, CUT)}


def _file_of(module, root):
    """Return the path of a module that could not be imported, or its name."""
    for place in [root, *sys.path]:
        stem = os.path.join(place or os.getcwd(), *module.split("."))
        for path in (stem + ".py", os.path.join(stem, "__init__.py")):
            if os.path.isfile(path) and inside(path, root):
                return inside(path, root)
    return module
