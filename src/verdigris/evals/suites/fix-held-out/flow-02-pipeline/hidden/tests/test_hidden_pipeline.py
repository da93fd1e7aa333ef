import random

import pytest

from pipeline.model import Job, Status
from pipeline.report import Log
from pipeline.runner import Runner


def good(*inputs):
    return 1


def bad(*inputs):
    raise RuntimeError("broken")


@pytest.mark.parametrize("seed", range(25))
def test_every_job_gets_an_outcome(seed):
    rng = random.Random(seed)
    jobs, expected = [], {}
    for n in range(12):
        needs = tuple(rng.sample(sorted(expected), min(len(expected), rng.randrange(3))))
        broken = rng.random() < 0.25
        name = f"j{n:02d}"
        jobs.append(Job(name, bad if broken else good, needs))
        if any(expected[need] is not Status.DONE for need in needs):
            expected[name] = Status.SKIPPED
        else:
            expected[name] = Status.FAILED if broken else Status.DONE
    log = Log()
    run = Runner(jobs, [log]).run()
    assert {name: run.status(name) for name in run.outcomes} == expected
    assert len(log.lines) == 12


def test_skipped_jobs_do_not_run():
    ran = []
    jobs = [Job("a", bad), Job("b", lambda *x: ran.append("b"), ("a",)), Job("c", lambda: ran.append("c")), Job("d", bad), Job("e", lambda: ran.append("e"))]
    run = Runner(jobs).run()
    assert ran == ["c", "e"]
    assert run.outcomes["b"].attempts == 0
    assert run.outcomes["b"].reason == "needs a"


def test_two_lines_of_skipping():
    jobs = [Job("a", bad), Job("b", good, ("a",)), Job("c", good, ("b",)), Job("x", bad), Job("y", good, ("x", "b")), Job("z", good)]
    run = Runner(jobs).run()
    assert run.names(Status.SKIPPED) == ["b", "c", "y"]
    assert run.outcomes["y"].reason == "needs x, b"
    assert run.names(Status.DONE) == ["z"]


def test_selected_runs():
    jobs = [Job("a", bad), Job("b", good, ("a",)), Job("c", good), Job("d", good)]
    run = Runner(jobs).run("b,c")
    assert run.names(Status.DONE) == ["c"]
    assert run.status("d") is None
