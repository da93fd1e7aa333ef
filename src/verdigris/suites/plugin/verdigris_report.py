"""The pytest plugin that reports each test to Verdigris. Standard library only, Python 3.8 and up.

It runs inside the project's interpreter, so it must not import Verdigris, must not disturb the
project's own plugins, and must not trust that the session ends in good order: every record is
written at once, and only the last one says that pytest finished.

Records are JSON, one a line: begin, start, result, collect, finish.
"""

import faulthandler
import json
import os
import signal
import sys
import threading

import pytest

# Taken away from the environment at once: the code under test shall not learn that it is watched,
# nor where the records go.
_PATH = os.environ.pop("VERDIGRIS_REPORT", "")
_ROOT = os.environ.pop("VERDIGRIS_ROOT", "") or os.getcwd()
_ORIGIN = os.environ.pop("VERDIGRIS_ORIGIN", "")
_ONLY = os.environ.pop("VERDIGRIS_ONLY", "")
_TEST_SECONDS = float(os.environ.pop("VERDIGRIS_TEST_SECONDS", "0") or 0)
_HANG = os.environ.pop("VERDIGRIS_HANG", "")
_HANG_SECONDS = float(os.environ.pop("VERDIGRIS_HANG_SECONDS", "0") or 0)
_CUT = 6000


def _inside(path):
    try:
        relative = os.path.relpath(str(path), _ROOT)
    except ValueError:
        return None
    if relative.startswith((os.pardir, "<")) or "site-packages" in relative:
        return None
    return relative.replace(os.sep, "/")


def _redirect_editable_installs():
    """Point imports of an editable install at the copy that is tested, not at the user's tree.

    Without this a src layout that was installed with `pip install -e .` would be imported from the
    original folder, and a change in the copy would never be seen by its tests.
    """
    if not _ORIGIN or os.path.realpath(_ORIGIN) == os.path.realpath(_ROOT):
        return

    def moved(path):
        relative = os.path.relpath(os.path.realpath(path), os.path.realpath(_ORIGIN))
        return None if relative.startswith(os.pardir) else os.path.join(_ROOT, relative)

    for i, entry in enumerate(sys.path):
        if entry and os.path.isabs(entry) and "site-packages" not in entry:
            sys.path[i] = moved(entry) or entry
    for name, module in list(sys.modules.items()):
        if name.startswith("__editable__") and isinstance(getattr(module, "MAPPING", None), dict):
            for package, place in module.MAPPING.items():
                module.MAPPING[package] = moved(place) or place


_redirect_editable_installs()

if _PATH:
    # Before the project's own code: should that leave the process, pytest is known to have begun.
    with open(_PATH, "a", encoding="utf-8") as _file:
        _file.write('{"kind": "begin"}\n')


class _Recorder:
    def __init__(self):
        self._file = open(_PATH, "a", encoding="utf-8", errors="backslashreplace")
        self._phases = {}

    def _write(self, **record):
        self._file.write(json.dumps(record) + "\n")
        self._file.flush()

    def pytest_configure(self, config):
        if _HANG and _HANG_SECONDS:
            self._hang = open(_HANG, "w")
            faulthandler.dump_traceback_later(_HANG_SECONDS, file=self._hang)

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
            phase.setdefault("details", text[-_CUT:])
            phase.setdefault("message", text.strip().rpartition("\n")[2][:300])
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
                details=details[-_CUT:],
            )

    def pytest_sessionfinish(self, session, exitstatus):
        faulthandler.cancel_dump_traceback_later()
        self._write(
            kind="finish",
            exit=int(exitstatus),
            collected=session.testscollected,
            outside=_imported_from_origin(),
        )


def _imported_from_origin():
    """Names of modules that were loaded from the user's tree although a copy is under test."""
    if not _ORIGIN or os.path.realpath(_ORIGIN) == os.path.realpath(_ROOT):
        return []
    origin = os.path.realpath(_ORIGIN) + os.sep
    return sorted(
        name
        for name, module in list(sys.modules.items())
        if str(getattr(module, "__file__", None) or "").startswith(origin)
        and "site-packages" not in str(module.__file__)
    )[:20]


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """Tell a worker of xdist what this process took away from the environment."""
    node.workerinput["verdigris"] = [_ROOT, _ORIGIN, _ONLY, _TEST_SECONDS]


def pytest_configure(config):
    global _ROOT, _ORIGIN, _ONLY, _TEST_SECONDS
    if "verdigris" in getattr(config, "workerinput", {}):
        _ROOT, _ORIGIN, _ONLY, _TEST_SECONDS = config.workerinput["verdigris"]
        _redirect_editable_installs()
    # Workers of xdist run the tests; the controller alone writes.
    if _PATH and not hasattr(config, "workerinput"):
        recorder = _Recorder()
        config.pluginmanager.register(recorder, "verdigris-recorder")
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


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if call.excinfo is None:
        return
    try:
        frames = []
        for entry in call.excinfo.traceback:
            path = _inside(entry.path)
            if path is not None:
                frames.append([path, entry.lineno + 1, entry.name])
        # Only data in this attribute: xdist carries it from the worker to the controller as JSON.
        outcome.get_result().verdigris = {
            "exception": call.excinfo.typename,
            "message": call.excinfo.exconly()[:2000],
            "frames": frames[-30:],
        }
    except Exception as error:  # the project's own exception may fail to describe itself
        outcome.get_result().verdigris = {"exception": type(error).__name__, "message": ""}
