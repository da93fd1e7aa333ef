import pytest

from stackvm import assemble
from stackvm.disassembler import listing
from stackvm.errors import AssemblyError
from stackvm.instructions import Op
from stackvm.programs import CLOCK, COUNTDOWN, FACTORIAL, GCD, HELLO
from stackvm.source import number, statements


def test_plain_instructions():
    assert assemble("dup\nADD ; twice") == [Op.DUP, Op.ADD]


def test_operands():
    assert assemble("push 0x10\npush -3\npush 'A'") == [1, 16, 1, -3, 1, 65]


def test_labels_forward_and_back():
    assert assemble("a: jmp b\nb: jmp a") == [64, 2, 64, 0]


def test_several_labels_on_a_line():
    (statement,) = statements("a: b: dup")
    assert statement.labels == ("a", "b")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("fly", "line 1: unknown instruction fly"),
        ("dup\npush", "line 2: PUSH needs a value"),
        ("add 1", "line 1: ADD takes no value"),
        ("jmp nowhere", "line 1: unknown label nowhere"),
        ("a: dup\na: dup", "line 2: label a is there twice"),
        ("push 4294967296", "line 1: 4294967296 does not fit into a word"),
        ("push 1 2", "line 1: too many words: push 1 2"),
    ],
)
def test_errors_name_their_line(source, message):
    with pytest.raises(AssemblyError) as caught:
        assemble(source)
    assert str(caught.value) == message


@pytest.mark.parametrize(("text", "value"), [("12", 12), ("-0x1f", -31), ("' '", 32), ("x", None)])
def test_numbers(text, value):
    assert number(text) == value


def test_a_listing():
    assert listing(assemble("push 5\nout\nhalt")) == "0000  PUSH 5\n0002  OUT\n0003  HALT"


@pytest.mark.parametrize("program", [CLOCK, COUNTDOWN, FACTORIAL, GCD, HELLO])
def test_programs_can_be_listed(program):
    assert listing(assemble(program)).count("\n") > 3
