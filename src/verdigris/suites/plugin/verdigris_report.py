"""The pytest plugin that reports each test to Verdigris. Standard library only, Python 3.8 and up.

It runs inside the project's interpreter, so it must not import Verdigris, must not disturb the
project's own plugins, and must not trust that the session ends in good order: every record is
written at once, and only the last one says that pytest finished.

Records are JSON, one a line: begin, start, result, collect, finish.
"""

import ast
import faulthandler
import json
import os
import signal
import threading

import pytest
from verdigris_common import (
    Records,
    cut,
    frames,
    imported_from_origin,
    in_order,
    inside,
    redirect_editable_installs,
    shown,
    stacks_at,
    statement,
    values,
)

# Taken away from the environment at once: the code under test shall not learn that it is watched,
# nor where the records go.
_PATH = os.environ.pop("VERDIGRIS_REPORT", "")
_ROOT = os.environ.pop("VERDIGRIS_ROOT", "") or os.getcwd()
_ORIGIN = os.environ.pop("VERDIGRIS_ORIGIN", "")
_ONLY = os.environ.pop("VERDIGRIS_ONLY", "")
_TEST_SECONDS = float(os.environ.pop("VERDIGRIS_TEST_SECONDS", "0") or 0)
_HANG = os.environ.pop("VERDIGRIS_HANG", "")
# When to write where everything hangs: a moment, or so many seconds from now.
_HANG_AT = float(os.environ.pop("VERDIGRIS_HANG_AT", "0") or 0)
_HANG_SECONDS = float(os.environ.pop("VERDIGRIS_HANG_SECONDS", "0") or 0)
_WISHES = {"terse": False}
_compared = []
"""What the assertions of the running test compared: values in words, the last one last."""

redirect_editable_installs(_ROOT, _ORIGIN)

if _PATH:
    # Before the project's own code: should that leave the process, pytest is known to have begun.
    Records(_PATH).write(kind="begin", runner="pytest")


class _Recorder:
    def __init__(self):
        self._write = Records(_PATH).write
        self._phases = {}

    def pytest_configure(self, config):
        # Every failure is wanted, and what passes beside it, whatever the project's options say.
        config.option.maxfail = 0
        config.option.continue_on_collection_errors = True
        self._hang = stacks_at(_HANG, _HANG_AT, _HANG_SECONDS)

    def pytest_runtest_logstart(self, nodeid):
        self._write(kind="start", id=nodeid)

    def pytest_runtest_logreport(self, report):
        phase = {
            "outcome": report.outcome,
            "when": report.when,
            "xfail": hasattr(report, "wasxfail"),
            "seconds": report.duration,
        }
        phase.update(getattr(report, "verdigris", None) or {})
        if report.outcome == "failed":
            text = report.longreprtext
            phase.setdefault("details", cut(text))
            phase.setdefault("message", text.strip().rpartition("\n")[2][:300])
            phase["output"] = cut("".join(text for _, text in report.sections), 2000)
            if hasattr(report, "context"):  # one part of a test that goes on, `subtests.test(n=2)`
                phase["message"] += " %s" % _part(report.context)
        elif report.outcome == "skipped" and isinstance(report.longrepr, tuple):
            phase["message"] = str(report.longrepr[2])[:300]
        self._phases.setdefault(report.nodeid, []).append(phase)
        if report.when not in ("setup", "call"):  # the end, or xdist's word for a dead worker
            self._write(kind="result", id=report.nodeid, phases=self._phases.pop(report.nodeid))

    def pytest_collectreport(self, report):
        if report.failed:
            details = report.longreprtext
            last = [line for line in details.splitlines() if line.startswith("E ")]
            message = last[-1][1:].strip() if last else details.strip().splitlines()[-1:]
            self._write(
                kind="collect",
                id=report.nodeid or "collection",
                message=message if isinstance(message, str) else "".join(message),
                details=cut(details),
            )

    def pytest_sessionfinish(self, session, exitstatus):
        faulthandler.cancel_dump_traceback_later()
        self._write(
            kind="finish",
            exit=int(exitstatus),
            collected=session.testscollected,
            outside=imported_from_origin(_ROOT, _ORIGIN),
        )


def _part(context):
    named = ", ".join("%s=%s" % pair for pair in dict(context.kwargs).items())
    return "(%s)" % " ".join(part for part in (context.msg or "", named) if part)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """Tell a worker of xdist what this process took away from the environment."""
    node.workerinput["verdigris"] = [_ROOT, _ORIGIN, _ONLY, _TEST_SECONDS]


def pytest_configure(config):
    global _ROOT, _ORIGIN, _ONLY, _TEST_SECONDS
    if "verdigris" in getattr(config, "workerinput", {}):
        _ROOT, _ORIGIN, _ONLY, _TEST_SECONDS = config.workerinput["verdigris"]
        redirect_editable_installs(_ROOT, _ORIGIN)
    # Workers of xdist run the tests; the controller alone writes.
    if _PATH and not hasattr(config, "workerinput"):
        recorder = _Recorder()
        config.pluginmanager.register(recorder, "verdigris-recorder")
        recorder.pytest_configure(config)


def readdress(config, path, only, test_seconds, hang, hang_seconds):
    """Report to another file from now on.

    For a fork of a warm worker, which was set up before it was known what it would be asked.
    """
    global _PATH, _ONLY, _TEST_SECONDS, _HANG, _HANG_SECONDS
    _PATH, _ONLY, _TEST_SECONDS, _HANG, _HANG_SECONDS = path, only, test_seconds, hang, hang_seconds
    Records(_PATH).write(kind="begin", runner="pytest")
    recorder = config.pluginmanager.getplugin("verdigris-recorder")
    recorder.__init__()
    recorder.pytest_configure(config)


def pytest_collection_modifyitems(config, items):
    if not _ONLY:
        return
    with open(_ONLY, encoding="utf-8") as file:
        wanted = set(json.load(file))
    keep = [item for item in items if item.nodeid in wanted]
    drop = [item for item in items if item.nodeid not in wanted]
    if drop:
        config.hook.pytest_deselected(items=drop)
        items[:] = keep


def _limited_by_project(item):
    """Whether pytest-timeout is set up for a test: a project that limits its tests keeps its ways.

    That the plugin is installed says nothing: without a limit of its own it does nothing.
    """
    config = item.config
    return config.pluginmanager.hasplugin("timeout") and bool(
        item.get_closest_marker("timeout")
        or config.getoption("timeout", None)
        or config.getini("timeout")
        or os.environ.get("PYTEST_TIMEOUT")
    )


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    """Stop a test that does not come to an end, in the test, so that its traceback says where."""
    _compared.clear()
    usable = (
        _TEST_SECONDS
        and hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and not _limited_by_project(item)
    )
    if not usable:
        yield
        return

    def stop(signum, frame):
        pytest.fail("the test did not finish within %g s" % _TEST_SECONDS)

    before = signal.signal(signal.SIGALRM, stop)
    # Repeats, since code that catches everything would swallow the first one.
    signal.setitimer(signal.ITIMER_REAL, _TEST_SECONDS, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def pytest_assertrepr_compare(op, left, right):
    """Note what was compared; None leaves the words to pytest and the project's own plugins."""
    if op in ("==", "is"):
        _compared[:] = [shown(left), shown(right)]


def be_terse():
    """Say from now on which tests pass, and not why others fail."""
    _WISHES["terse"] = True


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if call.excinfo is None:
        return
    if _WISHES["terse"]:
        outcome.get_result().verdigris = {"exception": call.excinfo.typename, "details": ""}
        return
    try:
        # Only data in this attribute: xdist carries it from the worker to the controller as JSON.
        outcome.get_result().verdigris = _told(call.excinfo)
    except Exception as error:  # the project's own exception may fail to describe itself
        outcome.get_result().verdigris = {"exception": type(error).__name__, "message": ""}


def _told(info):
    error = info.value
    told = {
        "exception": info.typename,
        "message": info.exconly()[:2000],
        "frames": frames(info.tb, _ROOT),
    }
    failures = getattr(error, "failures", None)
    example = failures[0] if isinstance(failures, list) and failures else error
    if hasattr(example, "example") and hasattr(example, "test"):
        return _told_by_doctest(example)
    found = values(info.tb) or _values_of_assert(info)
    if found:
        told["expected"], told["actual"] = found
    return told


def _values_of_assert(info):
    if not _compared or not isinstance(info.value, AssertionError):
        return None
    last = info.tb
    while last.tb_next is not None:
        last = last.tb_next
    place = (last.tb_frame.f_code.co_filename, last.tb_lineno)
    # What was compared last need not be what failed: an earlier comparison may have been caught.
    tree = statement(place)
    compares = tree is not None and any(isinstance(node, ast.Compare) for node in ast.walk(tree))
    return in_order(_compared[0], _compared[1], place) if compares else None


def _told_by_doctest(failure):
    """Describe the first example of a doctest that failed: its frames are doctest's own."""
    test, example = failure.test, failure.example
    source = " ".join(example.source.split())
    line = (test.lineno or 0) + example.lineno + 1
    path = inside(test.filename, _ROOT)
    told = {"frames": [[path, line, test.name]] if path else []}
    raised = getattr(failure, "exc_info", None)
    if raised is not None:
        told["exception"] = raised[0].__name__
        told["message"] = "%s: %s, in the example %s" % (raised[0].__name__, raised[1], source)
        told["frames"] += frames(raised[2], _ROOT)
    else:
        told["exception"] = "DocTestFailure"
        told["message"] = "DocTestFailure: the example %s gave something else" % source
        told["expected"], told["actual"] = example.want.strip()[:400], failure.got.strip()[:400]
    return told
