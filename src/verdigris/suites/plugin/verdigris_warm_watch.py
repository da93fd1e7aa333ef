"""What the project does before its tests run: files read, functions run, things held open.

Standard library only, Python 3.8 and up. A scout, a process that is thrown away, is listened to;
the levels themselves run undisturbed, as a cold run does. What was seen decides whether a fork can
stand for a fresh process. Where in doubt it says no: a slower level, or the cold runner, is right
in any case.
"""

import os
import stat
import sys
import threading

_TOOL = 4  # of sys.monitoring; not one of the ids with a meaning of their own
_PROGRAMS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork")
# Asked by plugins and the standard library about the machine; they run nothing of the project's.
_HARMLESS = {
    "git", "hg", "file", "uname", "hostname", "lscpu", "lsb_release", "ldconfig",
    "sysctl", "nproc", "getconf", "stty", "tput",
}  # fmt: skip


class Watch:
    """Listens to a process. It cannot be undone and slows everything down: for the scout alone."""

    def __init__(self, root):
        self._root = os.path.realpath(root) + os.sep
        self._ran = {}
        self._read = {}
        self._programs = []
        sys.addaudithook(self._hear)
        # Cheap from 3.12 on: each function is reported once.
        self._monitoring = hasattr(sys, "monitoring") and sys.monitoring.get_tool(_TOOL) is None
        if self._monitoring:
            events = sys.monitoring
            events.use_tool_id(_TOOL, "verdigris")
            events.register_callback(_TOOL, events.events.PY_START, self._saw_start)
            events.set_events(_TOOL, events.events.PY_START)
        else:
            threading.settrace(self._saw_call)
            sys.settrace(self._saw_call)

    def _hear(self, event, args):
        if event == "open":
            path = args[0]
            if isinstance(path, bytes):
                path = os.fsdecode(path)
            if isinstance(path, str):
                path = os.path.realpath(path)
                if path.startswith(self._root):
                    self._read[path] = self._read.get(path, 0) + 1
        elif event in _PROGRAMS and _program(event, args) not in _HARMLESS:
            self._programs.append(_program(event, args))

    def _saw_start(self, code, offset):
        self._ran[id(code)] = code
        return sys.monitoring.DISABLE

    def _saw_call(self, frame, event, arg):
        code = frame.f_code
        self._ran[id(code)] = code

    def seen(self):
        """Return what was seen up to now, as JSON knows it."""
        codes = list(self._ran.values())  # a list: functions of ours are run, and noted, too
        real = {name: os.path.realpath(name) for name in {code.co_filename for code in codes}}
        return {
            "read": dict(self._read),
            "programs": self._programs[:3],
            # Where somebody else traces the program, what ran is not known.
            "blind": not self._monitoring and sys.gettrace() != self._saw_call,
            "ran": [
                [real[code.co_filename], code.co_name, code.co_firstlineno]
                for code in codes
                if real[code.co_filename].startswith(self._root)
            ],
        }


def _program(event, args):
    """Return the name of a program that is started, or the event where that is not known."""
    words = args[1] if len(args) > 1 and isinstance(args[1], (list, tuple)) else ()
    first = words[0] if words else None
    return os.path.basename(os.fsdecode(first)) if isinstance(first, (str, bytes)) else event


def descriptors():
    """Return the open file descriptors with what each is."""
    found = {}
    for folder in ("/proc/self/fd", "/dev/fd"):
        try:
            names = os.listdir(folder)
            break
        except OSError:
            continue
    else:
        return found
    for name in names:
        try:
            found[int(name)] = os.fstat(int(name))
        except (OSError, ValueError):
            continue  # the one that listed them
    return found


def same(one, other):
    return (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)


def held(known, ours):
    """Return why this process cannot be forked faithfully, or an empty string.

    `known` are descriptors as they were before the project's code ran; `ours` are the numbers of
    the worker's own.
    """
    if threading.active_count() > 1:
        return "threads are running"
    if _has_children():
        return "programs started by the project are running"
    for number, info in descriptors().items():
        if number in ours or any(same(info, one) for one in known.values()):
            continue
        if stat.S_ISREG(info.st_mode) and info.st_nlink == 0:
            continue  # a temporary file without a name: pytest's capture
        if stat.S_ISCHR(info.st_mode):
            continue
        return "the project holds files or connections open"
    return ""


def _has_children():
    try:
        # Looks without taking: the project may want to wait for its own children.
        return os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT | os.WSTOPPED) is None
    except (OSError, AttributeError):
        return False


def native_threads():
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 1
