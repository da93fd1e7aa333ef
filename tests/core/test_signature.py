"""The same failure gives the same signature anywhere; another failure gives another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdigris.core.report import Ending, Frame, Report, TestResult
from verdigris.core.signature import Signature, normalise, of_report, of_result


def result(
    message: str = "ValueError: bad value 7",
    *,
    test: str = "tests/test_a.py::test_sum",
    exception: str = "ValueError",
    function: str = "add",
    path: str = "src/sums.py",
    line: int = 12,
    seconds: float = 0.1,
) -> TestResult:
    return TestResult(
        id=test,
        outcome="failed",
        message=message,
        exception=exception,
        frames=(
            Frame(path="tests/test_a.py", line=line + 30, function="test_sum"),
            Frame(path=path, line=line, function=function),
        ),
        seconds=seconds,
    )


def key(message: str) -> str:
    return of_result(result(message)).key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("E: bad value 7", "E: bad value 42"),
        ("E: bad value 7", "E: bad value -3.5e10"),
        ("E: bad value 7", "E: bad value 1_000"),
        ("E: <A object at 0x7f00deadbeef>", "E: <A object at 0x1234>"),
        (
            "E: id 123e4567-e89b-12d3-a456-426614174000",
            "E: id 00000000-0000-4000-8000-00000000ffff",
        ),
        ("E: no file /home/me/project/a.txt", "E: no file /tmp/x/y/a.txt"),
        (r"E: no file C:\Users\me\a.txt", "E: no file /srv/project/b.txt"),
        ("E: at 2024-01-02T03:04:05.678Z", "E: at 1999-12-31 23:59:59"),
        ("E: took 0.123 s", "E: took 17 s"),
        ("E: two  words", "E: two words"),
        ("E: first line\nsecond", "E: first line\nanother"),
        ("  E: padded  ", "E: padded"),
        ("E: port 8080", "E: port 9090"),
        ("E: [1, 2, 3]", "E: [4, 5, 6]"),
    ],
)
def test_particulars_do_not_count(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("E: bad value 7", "E: bad name 7"),
        ("KeyError: 'a'", "KeyError: 'b'"),
        ("E: v1 is old", "E: v2 is old"),
        ("assert 1 == 2", "assert 1 != 2"),
        ("E: x", ""),
    ],
)
def test_another_message_counts(one: str, other: str) -> None:
    assert key(one) != key(other)


SAME = {
    "another line": result(line=99),
    "another time taken": result(seconds=9.9),
    "other parameters": result(test="tests/test_a.py::test_sum[7-x]"),
    "another number": result("ValueError: bad value 8"),
}
OTHER = {
    "another exception": result(exception="TypeError"),
    "another test": result(test="tests/test_a.py::test_other"),
    "another file": result(test="tests/test_b.py::test_sum"),
    "another function": result(function="sub"),
    "another module": result(path="src/products.py"),
}


@pytest.mark.parametrize("again", SAME.values(), ids=SAME.keys())
def test_the_same_failure_has_the_same_key(again: TestResult) -> None:
    assert of_result(again) == of_result(result())


@pytest.mark.parametrize("other", OTHER.values(), ids=OTHER.keys())
def test_another_failure_has_another_key(other: TestResult) -> None:
    assert of_result(other).key != of_result(result()).key


def test_the_place_is_the_innermost_frame_that_is_no_test() -> None:
    helper = Frame(path="tests/helpers.py", line=3, function="check")
    inside = result().model_copy(update={"frames": (*result().frames, helper)})
    assert of_result(inside).place == "src/sums.py:add"
    only_tests = result().model_copy(update={"frames": (helper,)})
    assert of_result(only_tests).place == "tests/helpers.py:check"
    assert of_result(result().model_copy(update={"frames": ()})).place == ""


def test_a_report_is_known_by_its_first_failure() -> None:
    passed = TestResult(id="t::a", outcome="passed")
    report = Report(
        command="pytest", exit_code=1, results=(passed, result(), OTHER["another test"])
    )
    assert of_report(report) == of_result(result())
    assert of_report(Report(command="pytest", exit_code=0, results=(passed,))) is None


@pytest.mark.parametrize("ending", ["crashed", "timeout", "limit", "unusable"])
def test_a_report_without_results_is_known_by_its_ending(ending: Ending) -> None:
    def of(seconds: int) -> Signature | None:
        message = f"limit of {seconds} s reached"
        return of_report(Report(command="pytest", ending=ending, message=message))

    assert of(3) == of(4)
    found = of(3)
    assert found is not None and found.exception == ending
    assert found != of_report(Report(command="make test", ending=ending, message="limit"))


def test_the_key_is_the_same_on_every_machine() -> None:
    """Cards of earlier runs are found by it: changing how it is made forgets them all."""
    assert of_result(result()).key == "11eb9bec81158945"


@given(st.text(st.characters(), max_size=200))
def test_any_message_is_normalised_to_one_short_line_and_stays_so(message: str) -> None:
    shape = normalise(message)
    assert len(shape) <= 200 and "\n" not in shape
    assert normalise(shape) == shape or len(shape) == 200
    assert len(of_result(result(message)).key) == 16


@pytest.mark.parametrize(
    ("exception", "message", "kind"),
    [
        ("AssertionError", "assert 206 == 120", "AssertionError/number"),
        ("AssertionError", "AssertionError: assert -3.5 == 120", "AssertionError/number"),
        ("AssertionError", "assert [1, 2] == [1]", "AssertionError/list"),
        ("AssertionError", "assert {'a': 1} == {}", "AssertionError/dict"),
        ("AssertionError", "assert {1, 2} == {1}", "AssertionError/set"),
        ("AssertionError", "assert (1, 2) == (1,)", "AssertionError/tuple"),
        ("AssertionError", "assert 'a' == 'b'", "AssertionError/str"),
        ("AssertionError", "assert None == 'b'", "AssertionError/None"),
        ("AssertionError", "assert not True", "AssertionError/bool"),
        ("AssertionError", "Lists differ: [1] != [2]", "AssertionError/list"),
        ("AssertionError", "assert shop.total(cart) == wanted", "AssertionError"),
        ("AssertionError", "", "AssertionError"),
        ("TypeError", "'NoneType' object is not subscriptable", "TypeError/None"),
        ("TypeError", "unsupported operand type(s) for +: 'int' and 'str'", "TypeError/operands"),
        ("TypeError", "f() missing 1 required positional argument: 'x'", "TypeError/arguments"),
        ("IndexError", "list index out of range", "IndexError"),
        ("builtins.KeyError", "'colour'", "KeyError"),
        ("shop.errors.CartError", "cart 7 is empty", "exception"),
        ("Failed", "DID NOT RAISE <class 'ValueError'>", "Failed/not raised"),
        ("Hang", "", "hang"),
        ("timeout", "stopped after 10 s", "hang"),
        ("Crash", "", "crash"),
        ("failed", "3 of 4", "other"),
        ("", "", "other"),
    ],
)
def test_the_kind_of_a_failure_is_the_same_in_any_project(
    exception: str, message: str, kind: str
) -> None:
    made = Signature(exception=exception, shape=normalise(message), test="tests/test_a.py::test")
    assert made.kind == kind
