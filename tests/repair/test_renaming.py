"""A fix is written for the same function under other names, and for no other function."""

from __future__ import annotations

from verdigris.repair.renaming import renamed

BEFORE = "import math\n\n\ndef area(radius):\n    # of a circle\n    return math.pi * radius\n"
AFTER = BEFORE.replace("* radius", "* radius ** 2")


def made(text: str, before: str = BEFORE, after: str = AFTER) -> list[str]:
    return [one["b.py"] for one in renamed(before, after, {"b.py": text})]


def test_names_are_exchanged_and_everything_around_is_kept() -> None:
    now = (
        "import math  # for pi\n\nX = 1\n\n\nclass Plate:\n    @staticmethod\n    def old():\n"
        "        return 1\n\n    def size(r):\n        return math.pi * r\n\n\nLAST = 2\n"
    )
    [text] = made(now)
    assert text == now.replace(
        "        return math.pi * r\n", "        # of a circle\n        return math.pi * r ** 2\n"
    )


def test_another_function_is_left_alone() -> None:
    for other in (
        "def f(a):\n    return math.pi + a\n",
        "def f(a):\n    return math.pi * math\n",
        "def f(a, b):\n    return math.pi * a\n",
        "def f(a):\n    return math.pi * 2\n",
        "def f(:\n",
        "",
    ):
        assert made(other) == []


def test_two_names_do_not_become_one() -> None:
    before, after = "def f(a, b):\n    return a - b\n", "def f(a, b):\n    return b - a\n"
    assert made("def g(x, x_):\n    return x - x\n", before, after) == []
    assert made("def g(x, y):\n    return x - y\n", before, after) == [
        "def g(x, y):\n    return y - x\n"
    ]


def test_a_change_outside_of_functions_is_not_carried() -> None:
    now = "import math\n\n\ndef g(r):\n    return math.pi * r\n"
    assert made(now, after=AFTER.replace("import math\n", "import math\nX = 1\n")) == []
    assert made(now, after=AFTER + "\n\ndef more():\n    pass\n") == []


def test_several_functions_are_changed_together_or_not_at_all() -> None:
    before = "def f(a):\n    return a + 1\n\n\ndef g(b):\n    return f(b) * 2\n"
    after = before.replace("+ 1", "+ 2").replace("* 2", "* 3")
    now = "def p(q):\n    return q + 1\n\n\ndef s(t):\n    return p(t) * 2\n"
    assert made(now, before, after) == [now.replace("+ 1", "+ 2").replace("* 2", "* 3")]
    assert made("def p(q):\n    return q + 1\n", before, after) == []
