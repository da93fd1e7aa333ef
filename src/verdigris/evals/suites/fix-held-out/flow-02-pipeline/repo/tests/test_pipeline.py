import pytest

from pipeline.attempt import Transient
from pipeline.graph import GraphError, order, with_needs
from pipeline.model import Job, Status
from pipeline.report import Log, report, summary
from pipeline.runner import Runner
from pipeline.select import select


def good(*inputs):
    return sum(inputs) + 1


def bad(*inputs):
    raise RuntimeError("broken")


def test_order():
    jobs = [Job("test", good, ("build",)), Job("build", good), Job("docs", good)]
    assert [j.name for j in order(jobs)] == ["build", "test", "docs"]


def test_circle():
    with pytest.raises(GraphError, match="a > b > a"):
        order([Job("a", good, ("b",)), Job("b", good, ("a",))])


def test_missing_need():
    with pytest.raises(GraphError):
        order([Job("a", good, ("z",))])


def test_with_needs():
    jobs = [Job("a", good), Job("b", good, ("a",)), Job("c", good)]
    assert [j.name for j in with_needs(jobs, ["b"])] == ["a", "b"]


def test_values_are_handed_on():
    run = Runner([Job("a", good), Job("b", good, ("a",)), Job("c", good, ("a", "b"))]).run()
    assert run.outcomes["c"].value == 4
    assert run.ok


def test_dependents_are_skipped():
    run = Runner([Job("a", bad), Job("b", good, ("a",))]).run()
    assert run.status("a") is Status.FAILED
    assert not run.ok


def test_skipping_goes_on_down_the_line():
    run = Runner([Job("a", bad), Job("b", good, ("a",)), Job("c", good, ("b",))]).run()
    assert run.names(Status.SKIPPED) == ["b", "c"]


def test_others_are_still_run():
    run = Runner([Job("a", bad), Job("b", good, ("a",)), Job("docs", good)]).run()
    assert run.names(Status.DONE) == ["docs"]
    assert summary(run) == "1 done, 1 failed, 1 skipped"


def test_retries():
    calls = []

    def flaky():
        calls.append(1)
        if len(calls) < 3:
            raise Transient("busy")
        return "fine"

    run = Runner([Job("a", flaky, retries=2)]).run()
    assert run.outcomes["a"].attempts == 3
    assert run.ok


def test_no_retry_for_real_failures():
    assert Runner([Job("a", bad, retries=5)]).run().outcomes["a"].attempts == 1


def test_select():
    jobs = [Job("a", good), Job("b", good, tags=frozenset({"slow"})), Job("c", good)]
    assert select(jobs, "a,@slow") == ["a", "b"]
    assert select(jobs, "!@slow") == ["a", "c"]


def test_report_and_log():
    log = Log()
    run = Runner([Job("a", good), Job("b", bad)], [log]).run()
    assert report(run) == "+ a\n! b: broken\n1 done, 1 failed"
    assert log.lines == ["+ a", "! b: broken"]
