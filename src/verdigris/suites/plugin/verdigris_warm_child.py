"""In the child: limits, output, folders and reporter of one candidate, then pytest goes on.

Standard library only, Python 3.8 and up. After `begin` nothing of the worker is reachable but the
memory that every fork shares by copy.
"""

import importlib
import json
import linecache
import os
import resource
import sys
import tempfile
from pathlib import Path


def begin(job, loud, swaps):
    """Make a forked process the candidate's own. `loud` are the descriptors it speaks through."""
    output = os.open(job["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for number in loud:
        os.dup2(output, number)
    os.close(output)
    _limit(resource.RLIMIT_CPU, job["cpu"], job["cpu"] + 2)
    for name in ("HOME", "TMPDIR"):
        os.environ[name] = os.path.join(job["scratch"], name.lower())
        os.makedirs(os.environ[name])
    tempfile.tempdir = None
    importlib.invalidate_caches()
    for function, code in swaps:
        function.__code__ = code
    for place, _ in job["places"]:
        linecache.cache.pop(place, None)


def _limit(which, soft, hard):
    _, most = resource.getrlimit(which)
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(which, (soft, hard))


def address(job):
    """Say by the environment where the reporter, which is not loaded yet, shall report to."""
    path, only, test_seconds, hang, hang_seconds = _places(job)
    os.environ.update(
        VERDIGRIS_REPORT=path,
        VERDIGRIS_ONLY=only,
        VERDIGRIS_TEST_SECONDS=str(test_seconds),
        VERDIGRIS_HANG=hang,
        VERDIGRIS_HANG_SECONDS=str(hang_seconds),
    )


def _places(job):
    only = os.path.join(job["folder"], "only.json") if job["only"] else ""
    if only:
        with open(only, "w", encoding="utf-8") as file:
            json.dump(job["only"], file)
    records, hang = (os.path.join(job["folder"], name) for name in ("records", "hang"))
    return records, only, job["test_seconds"], hang, max(job["wall"] - 1, job["wall"] / 2)


def settle(config, job, readdress=True):
    """Point pytest and the reporter at the candidate's own places and wishes."""
    if readdress:
        sys.modules["verdigris_report"].readdress(config, *_places(job))
    if job["stop_at_first_failure"]:
        config.option.maxfail = 1
    if job["terse"]:
        sys.modules["verdigris_report"].be_terse()
        config.option.tbstyle = "no"
        config.option.reportchars = ""
    cache = getattr(config, "cache", None)
    if cache is not None:
        # A cold run finds no cache in a fresh copy and leaves none for the next.
        cache._cachedir = Path(job["scratch"], "cache")
    capture = config.pluginmanager.getplugin("capturemanager")
    if capture is not None and capture.is_globally_capturing():
        capture.read_global_capture()  # what a child that was killed left in the shared file


def choose(session, job):
    """Leave only the wished tests of a session that has collected all, as a cold run does."""
    if job["only"]:
        wanted = set(job["only"])
        gone = [item for item in session.items if item.nodeid not in wanted]
        session.items[:] = [item for item in session.items if item.nodeid in wanted]
        if gone:
            session.config.hook.pytest_deselected(items=gone)
        session.testscollected = len(session.items)
    reorder(session.items, job)


def reorder(items, job):
    first = set(job["first"])
    items.sort(key=lambda item: item.nodeid not in first)


def finish(session, exitstatus, job):
    """Keep pytest from writing down for the next run what nobody will read."""
    session.config.option.cacheshow = "nothing"
    if job["terse"]:
        # Which tests pass is known. Summaries of pytest and its plugins take longer than the tests.
        recorder = session.config.pluginmanager.getplugin("verdigris-recorder")
        recorder.pytest_sessionfinish(session, exitstatus)
        os._exit(int(exitstatus))
