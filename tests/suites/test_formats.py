"""JUnit files and TAP, as tools write them and as nobody should."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdigris.core.report import TestResult
from verdigris.suites import junit, tap
from verdigris.suites.records import Records


def outcomes(text: str) -> dict[str, str]:
    return {result.id: result.outcome for result in junit.read(text.encode())}


def test_junit_of_several_writers() -> None:
    surefire = '<testsuite name="A"><testcase classname="a.B" name="c" time="1,000.5"/></testsuite>'
    assert outcomes(surefire) == {"a.B::c": "passed"}
    nested = (
        '<testsuites><testsuite file="a.spec.js"><testsuite name="inner">'
        '<testcase name="one"><failure>Error: bad\n    at f (lib/a.js:3:5)</failure></testcase>'
        '<testcase name="one"><error type="KeyError"/></testcase>'
        '<testcase name="two"><skipped/><system-out>x</system-out></testcase>'
        "</testsuite></testsuite></testsuites>"
    )
    first, second, third = junit.read(nested.encode())
    assert (first.id, first.outcome, first.message) == ("a.spec.js::one", "failed", "Error: bad")
    assert [(frame.path, frame.line, frame.function) for frame in first.frames] == [
        ("lib/a.js", 3, "f")
    ]
    assert (second.id, second.outcome, second.exception) == (
        "a.spec.js::one (2)",
        "error",
        "KeyError",
    )
    assert third.outcome == "skipped"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<html/>",
        "<testsuite>",
        "\x00\x01",
        '<!DOCTYPE x [<!ENTITY a "b">]><testsuite><testcase name="&a;"/></testsuite>',
        '<!DOCTYPE x SYSTEM "file:///etc/passwd"><testsuite/>',
        "<testsuite>" * 1000,
        '<?xml version="1.0" encoding="no-such-code"?><testsuite/>',
    ],
)
def test_what_is_no_junit_file_is_refused(text: str) -> None:
    with pytest.raises(junit.NotJUnit):
        junit.read(text.encode())


def test_a_file_beyond_the_cap_is_refused() -> None:
    with pytest.raises(junit.NotJUnit):
        junit.read(b"<testsuite>" + b" " * junit.LARGEST + b"</testsuite>")


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader_of_junit(data: bytes) -> None:
    with contextlib.suppress(junit.NotJUnit):
        junit.read(data)


NODE_TAP = """\
TAP version 13
# Subtest: of 5
not ok 1 - of 5
  ---
  duration_ms: 250
  location: 'test/a.js:5:3'
  error: |-
    Expected values to be strictly equal:
    15 !== 120
  expected: 120
  actual: 15
  stack: |-
    f (lib/a.js:3:5)
  ...
ok 2 - with \\# mark # time=5ms
1..2
"""


def test_tap_with_yaml() -> None:
    said = tap.read(NODE_TAP)
    assert said is not None and said.problem == ""
    first, second = said.results
    assert (first.expected, first.actual, first.seconds) == ("120", "15", 0.25)
    assert first.reason == "expected 120, got 15, at test/a.js:5"
    assert first.message == "Expected values to be strictly equal:\n15 !== 120"
    assert (second.id, second.outcome) == ("with # mark", "passed")


@pytest.mark.parametrize(
    ("text", "results", "problem"),
    [
        ("1..2\nok\nnot ok\n", {"test 1": "passed", "test 2": "failed"}, ""),
        ("1..1\nok 1 - a\nBail out! no disk\n", {"a": "passed"}, "Bail out! no disk"),
        ("1..3\nok 1 - a\n", {"a": "passed"}, "3 tests were planned, 1 were seen"),
        ("1..2\nok 1 - a\nok 2 - a\n", {"a": "passed", "a (2)": "passed"}, ""),
        ("1..2\nok 1 # SKIP\nok 2 - b # TODO\n", {"test 1": "skipped", "b": "xpassed"}, ""),
    ],
)
def test_tap_without(text: str, results: dict[str, str], problem: str) -> None:
    said = tap.read(text)
    assert said is not None
    assert ({result.id: result.outcome for result in said.results}, said.problem) == (
        results,
        problem,
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ok\n",
        "1..0 # SKIP nothing\n",
        "TAP version 13\n",
        "1..2\nok 1 - a\n… 900 characters left out …\nok 2 - b\n",
    ],
)
def test_what_is_no_tap_or_not_all_of_it_is_left_to_the_exit_status(text: str) -> None:
    assert tap.read(text) is None


@given(st.lists(st.sampled_from([*NODE_TAP.splitlines(), "    ok 1 - x", "---", "...", "1..9"])))
def test_no_order_of_lines_breaks_the_reader_of_tap(lines: list[str]) -> None:
    tap.read("\n".join(lines))


def test_a_line_that_looks_like_yaml_hides_no_failure() -> None:
    said = tap.read("ok 1 - a\n---\nnot ok 2 - b\n1..2\n")
    assert said is not None
    assert [(r.id, r.outcome) for r in said.results] == [("a", "passed"), ("b", "failed")]
    said = tap.read("ok 1 - a\n  ---\n  at: x\nnot ok 2 - b\n1..2\n")
    assert said is not None
    assert [r.outcome for r in said.results] == ["passed", "failed"]


@pytest.mark.parametrize(
    "row",
    [
        '{"kind": "result", "id": []}',
        '{"kind": "result", "id": "a", "outcome": "passed", "seconds": 1e999}',
        f'{{"kind": "result", "id": "a", "outcome": "passed", "seconds": {10**400}}}',
        '{"kind": "result", "id": "a", "outcome": "failed", "frames": [["a.py", Infinity, "f"]]}',
        '{"kind": "start", "id": {"a": 1}}',
    ],
)
def test_records_of_a_hostile_test_do_no_harm(row: str, tmp_path: Path) -> None:
    path = tmp_path / "records"
    path.write_text('{"kind": "begin", "runner": "pytest"}\n' + row + "\n")
    told = Records(path, tmp_path)
    assert isinstance(told.running, str)
    for result in told.results().values():
        assert TestResult.model_validate_json(result.model_dump_json()) == result
