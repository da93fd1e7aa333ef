"""The observer of a run of tests: begins where that is asked for, is told of each test, and ends.

pytest's plugin (verdigris_spectrum.py) and unittest's reporter use it. Standard library only,
Python 3.8 and up.
"""

import json
import os
import time

_VARIABLE = "VERDIGRIS_SPECTRUM"


class _Observer:
    def __init__(self):
        self._watcher = None
        self._ledger = None
        self._until = 0.0

    def begin(self):
        """Look from now on, where that is asked for. Doing it again changes nothing."""
        told = os.environ.get(_VARIABLE)
        if self._ledger is not None or not told:
            return
        from verdigris_spectrum_ledger import Ledger
        from verdigris_spectrum_watch import watcher

        told = json.loads(told)
        self._until = told["until"]
        self._ledger = Ledger(told["records"], told["trail"], told["root"])
        self._watcher = watcher(self._ledger)
        self._say(self._watcher.start())

    def claim(self):
        """Forget where things are put: the code under test shall not learn that it is watched."""
        os.environ.pop(_VARIABLE, None)

    def start(self, test_id):
        if self._watcher is not None:
            self._ledger.begin(test_id)
            self._say(self._watcher.go_on())

    def stop(self, test_id):
        if self._watcher is not None:
            self._ledger.end(test_id)

    def finish(self):
        if self._watcher is not None:
            self._ledger.end(None)
            self._watcher.stop()
            self._watcher = None

    @property
    def out_of_time(self):
        return self._ledger is not None and time.time() > self._until

    def _say(self, trouble):
        if trouble:
            self._ledger.note(trouble)
            self.finish()


OBSERVER = _Observer()
