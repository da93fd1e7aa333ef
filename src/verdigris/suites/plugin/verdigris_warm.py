"""The pytest plugin that turns one start of pytest into a warm worker with three levels.

Standard library and pytest only, Python 3.8 and up. The process is started like any cold run and
stops at three points to fork a child per candidate; the child simply goes on from there, through
pytest's own code, so that it reports what a cold run would report:

started     this plugin is imported: nothing of the project is loaded, nor any other plugin
configured  before the session starts: plugins and the first conftest files are loaded
collected   before the first test runs: everything is imported; function bodies are swapped in

Each level is a process, and the next is forked from it. Each refuses what it cannot do faithfully.
Without VERDIGRIS_WARM in the environment this file does nothing.
"""

import atexit
import contextlib
import json
import os
import shutil
import sys
import tempfile

import pytest

_DOOR = os.environ.pop("VERDIGRIS_WARM", "")
_LEVELS = ("started", "configured", "collected")
_READ_AT_START = {
    "pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "tox.ini", "setup.cfg", "setup.py",
    "pyproject.toml", "sitecustomize.py", "usercustomize.py",
}  # fmt: skip


class _Worker:
    def __init__(self):
        # Taken before the project's code runs, which may alter any of it.
        self.known = descriptors()
        self.root = os.environ["VERDIGRIS_ROOT"]
        self.scratch = tempfile.gettempdir()
        self.tree = Tree(self.root)
        self.watch = None
        """Only in the scout: what listens to it."""
        self.seen = {}
        """What the scout saw up to each level."""
        self.unseen = "pytest ended before it got that far"
        self.line = connect(_DOOR, "started")
        self.functions = None
        self.loaded = {}
        self.session = None
        self.plays = []
        """Where several candidates are tried in one child: those that fit."""
        self.state = None
        self.before = None
        self.job = None
        """What this process is to try; None in the levels themselves."""

    def scout(self):
        """Have a process go ahead as far as the first test, to see what the project does."""
        place = tempfile.mkdtemp()
        pid = fork()
        if not pid:
            self.line.close()
            self.watch = Watch(self.root)
            self.report = os.path.join(place, "seen")
            return
        wait_and_kill(pid, SCOUT_SECONDS)
        try:
            with open(os.path.join(place, "seen"), encoding="utf-8") as file:
                self.seen = json.load(file)
        except (OSError, ValueError):
            pass  # pytest did not get that far; then there is only the first level
        shutil.rmtree(place, ignore_errors=True)
        left = self.tree.restore()
        if left:
            # The levels share the copy; what one of them made would be there for all, or for none.
            self.seen = {}
            self.unseen = "the project writes files before its tests run: %s" % left[0][:200]

    def look_around(self, level):
        """In the scout: note what was seen, and end when there is nothing more to see."""
        self.seen[level] = self.watch.seen()
        with open(self.report, "w", encoding="utf-8") as file:
            json.dump(self.seen, file)
        if level == "collected":
            os._exit(0)

    def stop_here(self, level, config=None):
        """Fork the next level off and serve candidates. Returns in the forks, with True in a
        child that has a candidate to try.
        """
        if self.watch is not None:
            self.look_around(level)
            return False
        server = Server(self.line, self.tree, lambda job: self._fit(level, job))
        reason = self._why_not(level, config)
        if reason:
            server.refuse(reason)
        if level != "collected" and self._go_deeper(level, server):
            return False
        if level == "collected":
            self.functions = Functions(self.tree.root, self.seen[level])
            for item in self.session.items:
                item.location  # noqa: B018 - worked out once here, not once in every child
            self.state = batch.State(self.root, self.session.items)
            with contextlib.suppress(batch.TooMuch):
                self.before = self.state.look()
        self.loaded = _loaded()
        loud = self._outputs()
        self.job, swaps = server.serve(threads=native_threads())
        if self.job["variants"]:
            self.plays, swaps = swaps, ()
        child.begin(self.job, loud, swaps)
        if level == "started":
            child.address(self.job)
        return True

    def _go_deeper(self, level, server):
        deeper = _LEVELS[_LEVELS.index(level) + 1]
        following = connect(_DOOR, deeper)
        if deeper not in self.seen:
            say(following, {"refuses": self.unseen})
        else:
            server.deeper = fork()
        if server.deeper != 0:
            following.close()
            return False
        server.close()
        self.line = following
        if level == "started":
            # The reporter is set up as in a cold run; where to report is said in each fork.
            os.environ["VERDIGRIS_REPORT"] = os.devnull
        return True

    def _outputs(self):
        """Return the descriptors this process speaks through, the copies pytest keeps included."""
        mine = [self.known[number] for number in (1, 2) if number in self.known]
        found = descriptors()
        return [number for number, info in found.items() if any(same(info, one) for one in mine)]

    def _why_not(self, level, config):
        """Return why no candidate at all can be tried at a level."""
        if level == "started":
            return ""
        if config.pluginmanager.hasplugin("dsession"):
            return "xdist runs the tests"
        if config.pluginmanager.hasplugin("_cov"):
            return "coverage is measured"
        seen = self.seen[level]
        if seen["programs"]:
            return "programs are started before the tests run: %s" % ", ".join(seen["programs"])
        if level == "collected" and self.session.testsfailed:
            return "some tests cannot be collected"
        if level == "collected" and seen["blind"]:
            return "another tracer is at work"
        return held(self.known, {self.line.fileno()})

    def _fit(self, level, job):
        """Check one candidate against a level and complete the job. Raises Refused."""
        job.update(
            scratch=os.path.join(self.scratch, "candidate-%d" % job["id"]),
            output=os.path.join(job["folder"], "output"),
        )
        if job["variants"]:
            return self._fit_many(level, job)
        loaded = self.loaded
        job["places"], swaps = [], []
        for path, after in job["edits"]:
            place = self._place(path)
            job["places"].append((place, after))
            if level == "started":
                if place in loaded:
                    raise Refused("%s is loaded already" % path)
                continue
            if after is None or not os.path.exists(place):
                raise Refused("a file comes or goes")
            if place in loaded and level == "collected":
                swaps.extend(self._swaps(loaded[place], place, after))
            elif place in loaded or place in self.seen[level]["read"]:
                raise Refused("%s was read already" % path)
        return swaps

    def _fit_many(self, level, job):
        if level != "collected" or self.before is None:
            raise Refused("candidates are tried one by one here")
        job["places"], job["refusals"], plays, touched = [], [], [], set()
        for number, edits in enumerate(job["variants"]):
            try:
                one = dict(job, edits=edits, variants=[])
                swaps = self._fit(level, one)
            except Refused as reason:
                job["refusals"].append(str(reason) or "it does not fit")
                continue
            job["refusals"].append("")
            touched.update(place for place, _ in one["places"])
            plays.append((number, one["places"], swaps))
        job["touched"] = sorted(touched)
        return plays

    def _place(self, path):
        place = self.tree.place(path)
        name = os.path.basename(path)
        if place is None:
            raise Refused("%s leads through a link" % path)
        if name in _READ_AT_START or name.endswith(".pth"):
            raise Refused("%s is read when the tests are started" % name)
        return place

    def _swaps(self, modules, place, after):
        with open(place, "rb") as file:
            before = file.read()
        for module in modules:
            yield from self.functions.swaps(
                module, before, after.encode("utf-8", "surrogateescape")
            )

    def leave(self):
        """End a child that has finished without taking its memory apart, which takes long.

        This was registered before all others, so it is the last of the exit handlers to run.
        """
        if self.job is not None and self.session is not None:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(int(self.session.exitstatus))


def _loaded():
    """Return the modules that are loaded, by the real path of their file."""
    found = {}
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None)
        if isinstance(path, str):
            found.setdefault(os.path.realpath(path), []).append(module)
    return found


if _DOOR:
    import verdigris_warm_batch as batch
    import verdigris_warm_child as child
    from verdigris_warm_server import SCOUT_SECONDS, Server, connect, fork, say, wait_and_kill
    from verdigris_warm_swap import Functions, Refused
    from verdigris_warm_tree import Tree
    from verdigris_warm_up import warm_up
    from verdigris_warm_watch import Watch, descriptors, held, native_threads, same

    warm_up()
    _worker = _Worker()
    atexit.register(_worker.leave)
    _worker.scout()
    if _worker.watch is None:
        _worker.stop_here("started")

    @pytest.hookimpl(trylast=True)
    def pytest_configure(config):
        if _worker.job is not None:
            child.settle(config, _worker.job, readdress=False)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(session):
        _worker.session = session
        if _worker.job is None and _worker.stop_here("configured", session.config):
            child.settle(session.config, _worker.job)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(items):
        if _worker.job is not None:
            child.reorder(items, _worker.job)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(session):
        if _worker.job is None and _worker.stop_here("collected", session.config):
            child.settle(session.config, _worker.job)
            child.choose(session, _worker.job)
            if _worker.plays:
                batch.play(session, _worker.job, _worker.plays, _worker.before, _worker.state)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(session, exitstatus):
        if _worker.job is not None:
            child.finish(session, exitstatus, _worker.job)
