"""Watch a few functions during a run of the tests, then call versions of them with what was seen.

Standard library only, Python 3.8 and up. Loaded beside the reporter, into pytest by `-p` and into
unittest by sitecustomize. Whatever goes wrong here, the tests do not notice: a function that cannot
be probed is told as such, with the reason.

Records are JSON, one a line: input, cell, version, place, finish. They are written in one go at the
end, when no version is running any more.
"""

import json
import os
import sys
import threading
import time

from verdigris_probe_play import Scene, play
from verdigris_probe_show import digest, given, shown
from verdigris_probe_swap import same_file
from verdigris_probe_vary import inputs
from verdigris_probe_watch import Watch

_JOB = os.environ.pop("VERDIGRIS_PROBE_JOB", "")
_OUT = os.environ.pop("VERDIGRIS_PROBE_OUT", "")
os.environ.pop("VERDIGRIS_PLUGINS", None)
_LEAST = 0.2  # seconds for each version, also when time is up
_SIZED = (str, bytes, list, tuple, set, frozenset, dict)


class _Probe:
    def __init__(self):
        with open(_JOB, encoding="utf-8") as file:
            self._job = json.load(file)
        self.watch = Watch(self._job)
        self._pid = os.getpid()
        self._until = time.monotonic() + self._job["seconds"]

    @property
    def saw_enough(self):
        """Whether the time for running tests is up: the rest is for the versions."""
        return time.monotonic() > self._until

    def finish(self):
        self.watch.stop()
        if os.getpid() != self._pid:
            return  # a child that a test has forked
        try:
            rows = list(self._rows())
        except Exception as error:
            rows = [{"kind": "place", "key": "all", "why": type(error).__name__}]
        rows.append({"kind": "finish"})
        with open(_OUT, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write("".join(json.dumps(row) + "\n" for row in rows))

    def _rows(self):
        until = time.monotonic() + self._job["seconds"]
        scene, calls = self._scene()
        for number, (key, one) in enumerate(scene.inputs):
            made_from = [calls[key][one.call], calls[key][one.also]]
            yield {"kind": "input", "n": number, "place": key, **_told(one, made_from)}
        versions = self._job["versions"] if scene.inputs else ()
        for number, version in enumerate(versions):
            # What is left is shared by the versions left, so that none starves the last.
            now = time.monotonic()
            share = max((until - now) / (len(versions) - number), _LEAST)
            for row in play(scene, version, now + share):
                kind = "version" if "refused" in row or row.get("end") else "cell"
                yield {**row, "kind": kind, "version": number}
        for key, why in self.watch.notes.items():
            yield {"kind": "place", "key": key, "why": why}

    def _scene(self):
        """Return what there is to play, and the calls it was made from."""
        targets, calls, made = {}, {}, []
        for place in self.watch.places:
            function, why = place.target()
            if function is None:
                self.watch.notes[place.key] = why
            else:
                targets[place.key] = function
                calls[place.key] = list(place.calls.values())
        share = self._job["inputs"] // max(len(targets), 1)
        for place in self.watch.places:
            if place.key in targets:
                seen = [call["args"] for call in calls[place.key]]
                made += [(place.key, one) for one in inputs(seen, place.constants, share)]
        return Scene(targets, self._modules(), made, self._job["call_seconds"]), calls

    def _modules(self):
        """Return the modules of all files that a version may change."""
        found = {}
        for module in list(sys.modules.values()):
            name = getattr(module, "__file__", None)
            for path, (where, text, _) in self.watch.files.items():
                if isinstance(name, str) and same_file(name, where):
                    found[path] = (module, where, text)
        return found


def _told(one, calls):
    args = given(one.args)
    return {
        "call": one.call, "how": one.how[:60], "arg": one.arg, "odd": one.odd,
        # What a passing test does as well is in order, whatever else a failing one does.
        "failing": not all(call["passing"] for call in calls),
        "types": [type(arg).__name__ for arg in args][:8],
        "lengths": [len(arg) if type(arg) in _SIZED else -1 for arg in args][:8],
        "digests": [digest(arg) for arg in one.args][:8],
        "shown": ", ".join(shown(arg, 40) for arg in args)[:120],
    }  # fmt: skip


def pytest_load_initial_conftests(early_config, args):
    # Workers of xdist would make the calls where nobody watches.
    if early_config.pluginmanager.hasplugin("xdist"):
        args += ["-n0"]


def pytest_configure(config):
    if _JOB:
        config.pluginmanager.register(_Hooks(), "verdigris-probe")


class _Hooks:
    def __init__(self):
        self._probe = _Probe()
        self._session = None

    def pytest_sessionstart(self, session):
        self._session = session

    def pytest_runtest_logstart(self, nodeid):
        self._probe.watch.test = nodeid

    def pytest_runtest_setup(self):
        if threading.current_thread() is threading.main_thread():
            self._probe.watch.start()

    def pytest_runtest_logfinish(self):
        self._probe.watch.stop()
        if self._probe.saw_enough:
            self._session.shouldstop = "enough was seen"

    def pytest_unconfigure(self):
        self._probe.finish()


def watch(module):
    """Probe the first suite that unittest runs. `module` is unittest.suite."""
    original = module.TestSuite.run
    begun = []

    def run(self, result, debug=False):
        if begun or not _JOB or "pytest" in sys.modules:
            return original(self, result, debug)
        probe = _Probe()
        begun.append(probe)
        start = result.startTest

        def started(test):
            if probe.saw_enough:
                result.stop()
            probe.watch.test = test.id()
            probe.watch.start()
            start(test)

        result.startTest = started
        try:
            return original(self, result, debug)
        finally:
            probe.finish()

    module.TestSuite.run = run
