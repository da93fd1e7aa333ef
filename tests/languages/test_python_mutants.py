"""Small faults in Python text: what is changed, and what is left alone."""

from __future__ import annotations

import pytest
from python_help import PYTHON


def told(code: str) -> set[str]:
    return {mutant.what for mutant in PYTHON.mutants(code, 100)}


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("return a < b", "< became <="),
        ("return a not in b", "not in became in"),
        ("return a is  not None", "the value returned became None"),
        ("return a + b", "+ became -"),
        ("a += b", "+= became -="),
        ("return a and b", "and became or"),
        ("return not a", "not was removed"),
        ("return a[1:]", "the slice's 1 grew by 1"),
        ("return 10", "10 became 11"),
        ("return True", "True became False"),
        ("return 'x'", "'x' became ''"),
        ("if a:\n        b = 1\n    return b", "the condition was negated"),
        ("a.append(b)", "a.append(b) was removed"),
        ("raise ValueError('no')", "raise was removed"),
        ("for i in a:\n        break", "became continue"),
        ("return (a) < (b)", "< became <="),
        ("return (a\n        < b)", "< became <="),
    ],
)
def test_kinds_of_faults(line: str, what: str) -> None:
    assert what in told(f"def f(a, b):\n    {line}\n")


@pytest.mark.parametrize(
    "code",
    [
        '"""A text."""\n',
        "def f():\n    '''A text: 1 < 2.'''\n",
        "import os\nfrom a import b\n",
        "x: 'list[1]'\n",
        "def f(a: Literal[1]) -> Literal['x']:\n    return a\n".replace("return a", "..."),
        "if __name__ == '__main__':\n    print(1 + 1)\n",
        "__all__ = ['a', 'b']\n",
        "not python (",
        "",
    ],
)
def test_what_no_test_is_meant_to_see_is_left_alone(code: str) -> None:
    assert told(code) == set()


def test_words_for_people_are_left_alone() -> None:
    code = (
        "def f(p, log):\n    p.add_argument(help='words')\n    log.info('said')\n"
        "    raise ValueError('message')\n"
    )
    assert told(code) == {
        "p.add_argument(help='words') was removed", "log.info('said') was removed",
        "raise was removed",
    }  # fmt: skip


def test_what_comes_to_the_same_code_is_no_mutant() -> None:
    # The optimiser folds both to the same constant.
    assert "1 became 2" not in {
        mutant.what for mutant in PYTHON.mutants("def f():\n    return 0 and 1\n", 100)
    }


def test_places_are_right_behind_letters_of_several_bytes() -> None:
    [mutant] = [
        one
        for one in PYTHON.mutants("def f(é):\n    return 'üü' if é < 'ä' else é\n", 100)
        if one.what == "< became <="
    ]
    assert mutant.text == "def f(é):\n    return 'üü' if é <= 'ä' else é\n"


@pytest.mark.parametrize("text", ["x = 1\ry = 2 < 3\r", "\ufeffx = 1\ny = 2 < 3\n"])
def test_places_are_right_whatever_ends_the_lines_and_stands_before_them(text: str) -> None:
    assert {mutant.what for mutant in PYTHON.mutants(text, 100)} >= {"< became <=", "1 became 2"}


@pytest.mark.parametrize("number", ["1e999", "0x" + "f" * 5000])
def test_a_number_that_cannot_be_written_as_another_is_left_alone(number: str) -> None:
    assert PYTHON.mutants(f"x = {number}\n", 10) == []


@pytest.mark.parametrize("condition", ["a < b", "a == b", "not a", "a is None"])
def test_a_condition_is_not_turned_round_twice(condition: str) -> None:
    assert "the condition was negated" not in told(f"def f(a, b):\n    if {condition}: a()\n")


def test_a_long_text_is_sampled_over_its_whole_length() -> None:
    code = "".join(f"def f{n}(a, b):\n    return a + b\n\n\n" for n in range(200))
    lines = [mutant.line for mutant in PYTHON.mutants(code, 20)]
    assert len(set(lines)) == 20
    assert min(lines) < 200
    assert max(lines) > 600
