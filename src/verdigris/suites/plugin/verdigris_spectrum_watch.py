"""Sees which lines of the project run: by `sys.monitoring` from Python 3.12 on, else by a tracer.

Standard library only, Python 3.8 and up. A line is told once a test; code that runs on and on is
left alone after a while, so that a loop costs little more than it does unwatched. Whom the lines
belong to is the ledger's business (verdigris_spectrum_ledger.py).
"""

import sys
import threading
from opcode import opmap

REPEATS = 20000
"""Lines seen before that a function may run again, in one test, before its lines are left alone."""
CALLS = 8
"""Calls of a function, in one test, whose types are looked at."""
_IS_FUNCTION = 0x1  # CO_OPTIMIZED: neither a module nor the body of a class
_CAN_PAUSE = 0x20 | 0x80 | 0x200  # generators and coroutines
_RETURN = opmap["RETURN_VALUE"]
_MOST_CODES = 50000
_TOOLS = (3, 4)
"""Numbers of tools that no debugger, profiler or coverage claims."""


class _Code:
    """What is known of one code object. Holds it, so that its id stays its own."""

    __slots__ = ("calls", "code", "file", "lines", "local", "repeats", "test", "watched")

    def __init__(self, code, file):
        self.code = code
        self.file = file
        # What loading a module runs is run once, for whichever test comes first.
        self.lines = file.lines if code.co_flags & _IS_FUNCTION else file.loading
        self.test = -1
        self.watched = False
        self.local = None

    def refresh(self, test):
        if self.test != test:
            self.test = test
            self.repeats = REPEATS
            self.calls = CALLS if self.code.co_flags & _IS_FUNCTION else 0


class _Watcher:
    def __init__(self, ledger):
        self._ledger = ledger
        self._codes = {}

    def _known(self, code):
        """Return the entry of a project's code object, None for any other."""
        entry = self._codes.get(id(code))
        if entry is None:
            file = self._ledger.file(code.co_filename)
            if file is None:
                return None
            if len(self._codes) >= _MOST_CODES:  # made anew again and again
                self._codes.clear()
            entry = self._codes[id(code)] = _Code(code, file)
        entry.refresh(self._ledger.test)
        return entry


class Tracer(_Watcher):
    """For Python below 3.12. One tracer a thread is all there is, so it gives way to others."""

    def start(self):
        """Return why nothing can be seen, or nothing."""
        # Bound once: each access to a method makes another object.
        self._trace = self._on_call
        return self.go_on()

    def go_on(self):
        """Set the tracer again where a test, or an error in deep recursion, took it away."""
        now = sys.gettrace()
        if now is not None and now is not self._trace:
            return "another tracer is at work"
        if now is None:
            threading.settrace(self._trace)
            sys.settrace(self._trace)
        return ""

    def stop(self):
        if sys.gettrace() is self._trace:
            sys.settrace(None)
            threading.settrace(None)

    def _on_call(self, frame, event, arg):
        code = frame.f_code
        if self._ledger.file(code.co_filename) is None:
            return None
        entry = self._known(code)
        if entry.calls > 0:
            entry.calls -= 1
            self._ledger.names(entry.file, code, frame.f_locals)
        if entry.repeats <= 0:
            if entry.calls <= 0:
                return None
            frame.f_trace_lines = False
        if entry.local is None:
            entry.local = self._local(entry)
        return entry.local

    def _local(self, entry):
        ledger, seen, number = self._ledger, entry.lines, entry.file.number

        def local(frame, event, arg):
            if event == "line":
                line = frame.f_lineno
                if line not in seen:
                    seen.add(line)
                    ledger.mark(number, line)
                elif entry.repeats > 0:
                    entry.repeats -= 1
                else:
                    frame.f_trace_lines = False
            elif event == "return" and entry.calls > 0:
                self._on_return(entry, frame, arg)
            return local

        return local

    def _on_return(self, entry, frame, value):
        # A pause and an exception on its way out are told as returns as well.
        code = entry.code
        returned = frame.f_lasti >= 0 and code.co_code[frame.f_lasti] == _RETURN
        if returned or not code.co_flags & _CAN_PAUSE:
            self._ledger.names(entry.file, code, frame.f_locals)
        if returned:
            self._ledger.returned(entry.file, code, value)


class Monitor(_Watcher):
    """For Python 3.12 and up: works beside any tracer, and a line that was seen costs nothing."""

    def start(self):
        monitoring = sys.monitoring
        for tool in _TOOLS:
            if monitoring.get_tool(tool) is None:
                monitoring.use_tool_id(tool, "observer")
                break
        else:
            return "every tool of sys.monitoring is taken"
        self._tool, events = tool, monitoring.events
        self._local_events = events.LINE | events.PY_RETURN
        for event, heard in (
            (events.PY_START, self._on_start), (events.LINE, self._on_line),
            (events.PY_RETURN, self._on_return), (events.PY_UNWIND, self._on_unwind),
        ):  # fmt: skip
            monitoring.register_callback(tool, event, heard)
        monitoring.set_events(tool, events.PY_START | events.PY_UNWIND)
        return ""

    def go_on(self):
        if sys.monitoring.get_tool(self._tool) != "observer":
            return "another tool has taken the place of the observer"
        sys.monitoring.restart_events()
        return ""

    def stop(self):
        if sys.monitoring.get_tool(self._tool) == "observer":
            sys.monitoring.set_events(self._tool, 0)
            for entry in list(self._codes.values()):
                if entry.watched:
                    sys.monitoring.set_local_events(self._tool, entry.code, 0)
            sys.monitoring.free_tool_id(self._tool)

    def _on_start(self, code, offset):
        entry = self._known(code)
        if entry is None:
            return sys.monitoring.DISABLE
        if not entry.watched:
            entry.watched = True
            sys.monitoring.set_local_events(self._tool, code, self._local_events)
        if entry.calls <= 0:
            return sys.monitoring.DISABLE
        entry.calls -= 1
        self._ledger.names(entry.file, code, sys._getframe(1).f_locals)
        return None

    def _on_line(self, code, line):
        entry = self._codes.get(id(code))
        if entry is not None and line not in entry.lines:
            entry.lines.add(line)
            self._ledger.mark(entry.file.number, line)
        return sys.monitoring.DISABLE

    def _on_return(self, code, offset, value):
        entry = self._codes.get(id(code))
        if entry is None or entry.calls <= 0:
            return sys.monitoring.DISABLE
        self._ledger.names(entry.file, code, sys._getframe(1).f_locals)
        self._ledger.returned(entry.file, code, value)
        return None

    def _on_unwind(self, code, offset, error):
        entry = self._codes.get(id(code))
        if entry is not None and entry.test == self._ledger.test and entry.calls > 0:
            self._ledger.names(entry.file, code, sys._getframe(1).f_locals)


def watcher(ledger):
    return Monitor(ledger) if hasattr(sys, "monitoring") else Tracer(ledger)
