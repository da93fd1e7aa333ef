"""Call every version of a function with every input, each version in a fork of its own.

Standard library only, Python 3.8 and up. What a version does to its process, be it hanging, dying
or changing what it can reach, ends with that process; the next input is tried in another. The
parent reads what a child says from a pipe and believes no more of it than its shape.
"""

import asyncio
import contextlib
import copy
import inspect
import io
import json
import os
import random
import select
import signal
import sys
import time
import warnings

import verdigris_probe_swap as swap
from verdigris_probe_show import Default, digest, drained, facts, given, shown

_DEATHS = 3  # children of one version that may be lost
_HANGS = 4  # calls of one version that may take too long; after that enough is known
_BYTES = 8 << 20  # that one child may say
_MEMORY = 1 << 30  # that a child may take beside what it has
_ITEMS = 200


class _TooLong(BaseException):
    pass


class Scene:
    """Everything a child needs: where functions live, their versions, what to call them with."""

    def __init__(self, targets, files, inputs, call_seconds):
        self.targets = targets
        """Place to function."""
        self.files = files
        """Path to (module, real path, text it was loaded from)."""
        self.inputs = inputs
        """Pairs of a place and an Input."""
        self.call_seconds = call_seconds


def play(scene, version, until):
    """Yield rows for one version, a mapping of path to text, until a moment in time."""
    at, lost, last = 0, 0, time.monotonic()
    while at <= len(scene.inputs) and lost < _DEATHS and time.monotonic() < until:
        for row in _child(scene, version, at, until):
            if row.get("enough"):
                return
            if "refused" in row:
                yield row
                return
            if row.get("n") != at:
                break  # not what our own code says
            yield row
            at, last = at + 1, time.monotonic()
        stuck = time.monotonic() - last > 2 * scene.call_seconds
        if at < len(scene.inputs) and (stuck or time.monotonic() < until):
            yield {"n": at, "status": "hang" if stuck else "died"}
        at, lost = at + 1, lost + 1


def _child(scene, version, first, until):
    """Fork, and yield what the child says until it ends, falls silent or time is up."""
    read, write = os.pipe()
    with warnings.catch_warnings():
        # A fork beside threads is warned of; all we do is call functions, and a stuck child dies.
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(read)
            os.setpgid(0, 0)
            _perform(scene, version, first, write)
            status = 0
        finally:
            os._exit(status)
    os.close(write)
    try:
        yield from _heard(read, scene.call_seconds, until)
    finally:
        os.close(read)
        for kill in (os.killpg, os.kill):
            with contextlib.suppress(OSError):
                kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _heard(read, call_seconds, until):
    text, total = b"", 0
    while total < _BYTES:
        # A call in native code cannot be interrupted from within; a child that falls silent ends.
        silence = min(call_seconds * 4 + 2, until - time.monotonic())
        ready, _, _ = select.select([read], [], [], max(silence, 0))
        data = os.read(read, 1 << 16) if ready else b""
        if not data:
            return
        total += len(data)
        *lines, text = (text + data).split(b"\n")
        for line in lines:
            try:
                row = json.loads(line)
            except ValueError:
                return
            if isinstance(row, dict):
                yield row


def _perform(scene, version, first, write):
    """In the child: become the version, then make the calls."""
    _retire(write)
    with os.fdopen(write, "w") as out:

        def say(**row):
            out.write(json.dumps(row) + "\n")
            out.flush()

        try:
            for path, text in version.items():
                if path not in scene.files:
                    raise swap.Refused("no test imports its file")
                module, place, live = scene.files[path]
                if text != live:
                    swap.put_in(module, place, live, text)
        except swap.Refused as reason:
            say(refused=str(reason)[:200])
            return
        except Exception as error:
            say(refused="its file cannot be run aside: %s" % type(error).__name__)
            return
        hangs = 0
        for number in range(first, len(scene.inputs)):
            place, one = scene.inputs[number]
            row = _called(scene.targets[place], one.args, scene.call_seconds)
            say(n=number, **row)
            hangs += row["status"] == "hang"
            if hangs >= _HANGS:
                say(enough=True)
                return
        examples = [_examples(f, scene.call_seconds) for f in scene.targets.values()]
        say(n=len(scene.inputs), end=True, passed=sum(p for p, _ in examples),
            failed=sum(f for _, f in examples))  # fmt: skip


def _retire(write):
    """Cut a child off from the test run: its output, its input, its hooks, its memory."""
    sys.setprofile(None)
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    highest = min(os.sysconf("SC_OPEN_MAX"), 4096)
    os.closerange(3, write)
    os.closerange(write + 1, highest)
    sys.stdin = io.StringIO()
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    warnings.simplefilter("ignore")
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        with open("/proc/self/statm") as file:
            most = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE") + _MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _stop(signum, frame):
    raise _TooLong


@contextlib.contextmanager
def _limited(seconds):
    signal.signal(signal.SIGALRM, _stop)
    # Repeats, since code that catches everything would swallow the first one.
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _called(function, args, seconds):
    """Make one call; return what came of it."""
    try:
        with _limited(seconds):
            own = copy.deepcopy(args)
            before = [digest(arg) for arg in args]
    except BaseException:
        return {"status": "unusable"}
    random.seed(0)
    sys.stdout = io.StringIO()
    row = {}
    try:
        with _limited(seconds):
            result = _finished(_apply(function, own))
        row = {"status": "value"}
    except _TooLong:
        return {"status": "hang"}
    except BaseException as error:
        row, result = {"status": "raise", "type": type(error).__name__[:80]}, None
    try:
        with _limited(seconds):
            after = [digest(arg) for arg in own]
            row["mutated"] = [i for i, pair in enumerate(zip(before, after)) if len(set(pair)) > 1]
            said = sys.stdout.getvalue()[:10000]
            row["digest"] = digest([row["status"], row.get("type"), result, after, said])
            if row["status"] == "value":
                row["result"] = digest(result)
                row["shown"] = shown(result, 60)
                row.update(facts(result, given(args)))
                row.update(_again(function, args, result))
    except BaseException:
        return {"status": "unusable"}
    return row


def _apply(function, args):
    """Call a function with values for all its parameters, in the order of its code."""
    code = function.__code__
    plain, words = code.co_argcount, code.co_kwonlyargcount
    rest = list(args[plain + words :])
    more = rest.pop(0) if code.co_flags & inspect.CO_VARARGS and rest else ()
    named = rest.pop(0) if code.co_flags & inspect.CO_VARKEYWORDS and rest else {}
    first = next((i for i, arg in enumerate(args[:plain]) if type(arg) is Default), plain)
    if more or first < code.co_posonlyargcount:
        args, first = given(args), plain  # what follows can only be given by place
    rest = zip(code.co_varnames[first : plain + words], args[first : plain + words])
    by_name = {name: arg for name, arg in rest if type(arg) is not Default}
    return function(*args[:first], *more, **{**by_name, **named})


def _finished(result):
    """Return what a call comes to in the end: coroutines are run, iterators are drained."""
    if inspect.iscoroutine(result) or inspect.isasyncgen(result):
        loop = asyncio.new_event_loop()
        try:
            if inspect.isasyncgen(result):
                result = _collected(result)
            return drained(loop.run_until_complete(result))
        finally:
            loop.close()
    return drained(result)


async def _collected(result):
    found = []
    async for item in result:
        found.append(item)
        if len(found) >= _ITEMS:
            break
    return found


def _again(function, args, result):
    """Put a result in where the only argument was, if it is of the same type."""
    alike = [type(arg) for arg in args] == [type(result)]
    if not alike or hasattr(result, "__dict__"):
        return {}
    try:
        return {"again": digest(_finished(_apply(function, [copy.deepcopy(result)])))}
    except Exception:
        return {}


def _examples(function, seconds):
    """Run the examples in a function's docstring; return how many held and how many did not."""
    import doctest  # which imports unittest, which may be what is importing this

    try:
        with _limited(seconds * 10):
            found = doctest.DocTestParser().get_doctest(
                function.__doc__ or "", dict(function.__globals__), "probe", None, 0
            )
            if not found.examples:
                return 0, 0
            runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
            done = runner.run(found, out=lambda text: None, clear_globs=False)
            return done.attempted - done.failed, done.failed
    except BaseException:
        return 0, 0
