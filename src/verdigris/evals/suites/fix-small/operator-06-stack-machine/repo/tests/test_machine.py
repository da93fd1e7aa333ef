import pytest

from stackvm import Machine, assemble, run
from stackvm.debugger import run_to, trace
from stackvm.errors import BadAddress, DivisionByZero, OutOfSteps, StackEmpty, StackFull
from stackvm.programs import CLOCK, COUNTDOWN, FACTORIAL, GCD, HELLO


def top(source):
    machine = Machine(assemble(f"{source}\nhalt"))
    while not machine.halted:
        machine.step()
    return list(machine.stack)


@pytest.mark.parametrize(
    ("source", "stack"),
    [
        ("push 1\npush 2\nswap", [2, 1]),
        ("push 1\npush 2\nover", [1, 2, 1]),
        ("push 5\ndup", [5, 5]),
        ("push 5\ndrop", []),
        ("push 6\npush 3\nsub", [3]),
        ("push 6\npush 4\ndiv", [1]),
        ("push 6\npush 4\nmod", [2]),
        ("push 6\nneg", [-6]),
        ("push 6\nnot", [-7]),
        ("push 6\npush 3\nand", [2]),
        ("push 6\npush 3\nor", [7]),
        ("push 6\npush 3\nxor", [5]),
        ("push 1\npush 2\nlt", [1]),
        ("push 1\npush 2\ngt", [0]),
        ("push 2\npush 2\neq", [1]),
        ("push 9\nstore 7\nload 7", [9]),
    ],
)
def test_instructions(source, stack):
    assert top(source) == stack


@pytest.mark.parametrize(
    ("program", "given", "text"),
    [
        (COUNTDOWN, [3], "3\n2\n1\n"),
        (FACTORIAL, [5], "120\n"),
        (GCD, [48, 36], "12\n"),
        (CLOCK, [135], "2\n15\n"),
        (HELLO, [], "Hi\n"),
    ],
)
def test_programs(program, given, text):
    assert run(program, given) == text


def test_a_time_before_midnight():
    assert run(CLOCK, [-135]) == "-2\n-15\n"


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("add", StackEmpty),
        ("a: push 1\njmp a", StackFull),
        ("push 1\npush 0\ndiv", DivisionByZero),
        ("load 5000", BadAddress),
        ("jmp 99", BadAddress),
        ("a: jmp a", OutOfSteps),
    ],
)
def test_faults(source, fault):
    with pytest.raises(fault):
        run(source)


def test_input_ends():
    assert run("in\nout\nhalt") == "-1\n"


def test_a_trace():
    machine = Machine(assemble("push -1\nout\nhalt"))
    assert [str(moment) for moment in trace(machine)] == [
        "0000  PUSH -1      [ffffffff]",
        "0002  OUT          []",
        "0003  HALT         []",
    ]


def test_breakpoints():
    machine = Machine(assemble("push 1\npush 2\nadd\nhalt"))
    assert run_to(machine, {4}) == 4
    assert list(machine.stack) == [1, 2]
    assert run_to(machine, {0}) is None
