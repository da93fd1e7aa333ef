"""Whole definitions into a file: the exact text that comes out, and what must keep its bytes."""

from __future__ import annotations

import pytest

from verdigris.edits.splice import splice
from verdigris.errors import ModelMistake

SUMS = '''\
#!/usr/bin/env python
# Licence: none.
"""Sums."""

import math
from os import path  # used below

LIMIT = 3
RATE: float = 0.5


# Adds two numbers.
@functools.cache
def add(a, b):
    """Add a and b.

    >>> add(1, 2)
    3
    """
    return a - b   # odd   spacing


#   between

def sub( a,b ): return a-b


class Box:
    """A box."""

    width: int
    depth: int = 3

    def area(self):
        # times
        return self.width + self.depth

    # after area

    @staticmethod
    def make():
        return Box()


# the end
'''
AREA = "        # times\n        return self.width + self.depth\n"


def sums(*changes: tuple[str, str]) -> str:
    text = SUMS
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


TABLE = {
    "decorators, docstring and comments are kept": (
        "def add(a, b):\n    return a + b\n",
        sums(("    return a - b   # odd   spacing\n", "    return a + b\n")),
    ),
    "a new docstring replaces the old one": (
        'def add(a, b):\n    """Sum."""\n    return a + b\n',
        sums(
            ('    """Add a and b.\n\n    >>> add(1, 2)\n    3\n    """\n', '    """Sum."""\n'),
            ("    return a - b   # odd   spacing\n", "    return a + b\n"),
        ),
    ),
    "a new decorator replaces the old one": (
        "@other\ndef add(a, b):\n    return a + b\n",
        sums(
            ("@functools.cache", "@other"),
            ("    return a - b   # odd   spacing\n", "    return a + b\n"),
        ),
    ),
    "a one-line function becomes a longer one": (
        "def sub(a, b):\n    return b - a\n",
        sums(("def sub( a,b ): return a-b\n", "def sub(a, b):\n    return b - a\n")),
    ),
    "a function becomes async": (
        "async def sub(a, b):\n    return b - a\n",
        sums(("def sub( a,b ): return a-b\n", "async def sub(a, b):\n    return b - a\n")),
    ),
    "nested functions come along": (
        "def sub(a, b):\n    def inner():\n        return b\n    return a - inner()\n",
        sums(
            (
                "def sub( a,b ): return a-b\n",
                "def sub(a, b):\n    def inner():\n        return b\n    return a - inner()\n",
            )
        ),
    ),
    "a method with its class": (
        "class Box:\n    def area(self):\n        return 0\n",
        sums((AREA, "        return 0\n")),
    ),
    "a method without its class": (
        "def area(self):\n    return 0\n",
        sums((AREA, "        return 0\n")),
    ),
    "a static method inside its class": (
        "class Box:\n    @staticmethod\n    def make():\n        return None\n",
        sums(("        return Box()\n", "        return None\n")),
    ),
    "elided methods are kept": (
        "class Box:\n    ...\n    def area(self):\n        return 0\n\n"
        "    @staticmethod\n    def make():\n        ...\n",
        sums((AREA, "        return 0\n")),
    ),
    "a method that only passes does not empty one": (
        "class Box:\n    def area(self):\n        pass\n",
        SUMS,
    ),
    "a new method goes to the end of its class": (
        "class Box:\n    def area(self):\n        return self.size()\n\n"
        "    def size(self):\n        return 0\n",
        sums(
            (AREA, "        return self.size()\n"),
            (
                "        return Box()\n",
                "        return Box()\n\n    def size(self):\n        return 0\n",
            ),
        ),
    ),
    "a class attribute": (
        "class Box:\n    depth: int = 4\n",
        sums(("depth: int = 3", "depth: int = 4")),
    ),
    "a field without a value": (
        "class Box:\n    width: float\n",
        sums(("width: int\n", "width: float\n")),
    ),
    "a new base class": (
        "class Box(Base):\n    def area(self):\n        return 0\n",
        sums(("class Box:", "class Box(Base):"), (AREA, "        return 0\n")),
    ),
    "a constant": ("LIMIT = 4\n", sums(("LIMIT = 3", "LIMIT = 4"))),
    "a constant with its type": ("RATE: float = 1.5\n", sums(("0.5", "1.5"))),
    "an unknown constant beside a known function is left out": (
        "NEW = 1\n\ndef sub(a, b):\n    return b\n",
        sums(("def sub( a,b ): return a-b\n", "def sub(a, b):\n    return b\n")),
    ),
    "a new import after the old ones": (
        "import math\nimport re\n\ndef sub(a, b):\n    return re\n",
        sums(
            (
                "from os import path  # used below\n",
                "from os import path  # used below\nimport re\n",
            ),
            ("def sub( a,b ): return a-b\n", "def sub(a, b):\n    return re\n"),
        ),
    ),
    "a new helper before the first definition": (
        "def helper(x):\n    return x\n\ndef sub(a, b):\n    return helper(a)\n",
        sums(
            (
                "\n\n# Adds two numbers.\n",
                "\n\ndef helper(x):\n    return x\n\n\n# Adds two numbers.\n",
            ),
            ("def sub( a,b ): return a-b\n", "def sub(a, b):\n    return helper(a)\n"),
        ),
    ),
    "relative and future imports of the answer are not added": (
        "from __future__ import annotations\nfrom .sums import add\n\n"
        "def sub(a, b):\n    return b\n",
        sums(("def sub( a,b ): return a-b\n", "def sub(a, b):\n    return b\n")),
    ),
}


@pytest.mark.parametrize(("code", "expected"), TABLE.values(), ids=TABLE.keys())
def test_only_what_is_defined_anew_changes(code: str, expected: str) -> None:
    assert splice(SUMS, code, "sums.py") == expected


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("indent", ["    ", "\t", "  "])
def test_the_file_keeps_its_line_ends_and_its_indentation(line_end: str, indent: str) -> None:
    def written(sign: str) -> str:
        lines = [
            "class A:",
            ">def f(self, a):",
            ">>if a:",
            f">>>return a {sign} 1",
            ">>return 0",
            "",
        ]
        return line_end.join(line.replace(">", indent) for line in lines)

    answer = "def f(self, a):\n    if a:\n        return a + 1\n    return 0\n"
    assert splice(written("-"), answer, "a.py") == written("+")


@pytest.mark.parametrize(
    ("before", "code", "after"),
    [
        pytest.param(
            "\ufeffX = 1\n\n\ndef f():\n    return 1\n",
            "def f():\n    return 2\n",
            "\ufeffX = 1\n\n\ndef f():\n    return 2\n",
            id="a byte-order mark is kept",
        ),
        pytest.param(
            "def f():\n    return 1",
            "def f():\n    return 2\n",
            "def f():\n    return 2",
            id="no newline at the end",
        ),
        pytest.param(
            "# größe ≥ 0\ndef größe():\n    return '…'\n",
            "def größe():\n    return '😀'\n",
            "# größe ≥ 0\ndef größe():\n    return '😀'\n",
            id="names and texts beyond ASCII",
        ),
        pytest.param(
            "X = 1\n\x0c\ndef f():\n    return 1\n",
            "def f():\n    return 2\n",
            "X = 1\n\x0c\ndef f():\n    return 2\n",
            id="a form feed on its own line",
        ),
        pytest.param(
            "def f(): return 1\n",
            "import re\n\ndef f():\n    return re\n",
            "import re\n\n\ndef f():\n    return re\n",
            id="the first import of a file",
        ),
        pytest.param(
            '"""Doc."""\n\n\ndef f(): return 1\n',
            "import re\n\ndef f():\n    return re\n",
            '"""Doc."""\nimport re\n\n\ndef f():\n    return re\n',
            id="the first import goes after the docstring",
        ),
        pytest.param(
            "def f(): return 1\n",
            "def g():\n    return 2\n\ndef f():\n    return g()\n",
            "def g():\n    return 2\n\n\ndef f():\n    return g()\n",
            id="a helper at the top of a file",
        ),
        pytest.param(
            "@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\n"
            "def f(a):\n    return None\n",
            "def f(a):\n    return a\n",
            "@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\n"
            "def f(a):\n    return a\n",
            id="overloads: the one with a body is meant",
        ),
        pytest.param(
            "@overload\ndef f(a: int) -> int:\n    ...\n@overload\ndef f(a: str) -> str:\n    ...\n"
            "def f(a):\n    return None\n",
            "@overload\ndef f(a: int) -> int:\n    ...\n@overload\ndef f(a: str) -> str:\n    ...\n"
            "def f(a):\n    return a\n",
            "@overload\ndef f(a: int) -> int:\n    ...\n@overload\ndef f(a: str) -> str:\n    ...\n"
            "def f(a):\n    return a\n",
            id="overloads: all of them given again",
        ),
        pytest.param(
            "def f():\n    return 1\n\n\ndef f():\n    return 2\n",
            "def f():\n    return 3\n",
            "def f():\n    return 1\n\n\ndef f():\n    return 3\n",
            id="of two definitions the last, which counts at run time",
        ),
        pytest.param(
            "class A:\n    def f(self):\n        return 1\n\n\ndef f(self):\n    return 1\n",
            "def f(self):\n    return 2\n",
            "class A:\n    def f(self):\n        return 1\n\n\ndef f(self):\n    return 2\n",
            id="a function before a method of its name",
        ),
        pytest.param(
            "class A:\n    x = 1\n    class B:\n        def f(self):\n            return 1\n",
            "class A:\n    class B:\n        def f(self):\n            return 2\n",
            "class A:\n    x = 1\n    class B:\n        def f(self):\n            return 2\n",
            id="a class in a class",
        ),
        pytest.param(
            "class A: pass\n",
            "class A:\n    def f(self):\n        return 2\n",
            "class A:\n    def f(self):\n        return 2\n",
            id="an empty class is filled",
        ),
        pytest.param(
            "def f(a):\n    return (a\n",
            "def f(a):\n    return (a)\n",
            "def f(a):\n    return (a)\n",
            id="a broken file is replaced whole",
        ),
        pytest.param("old\n", "new\n", "new\n", id="nothing but text"),
    ],
)
def test_special_files(before: str, code: str, after: str) -> None:
    path = "notes.txt" if before == "old\n" else "a.py"
    assert splice(before, code, path) == after


PROPERTY = """\
class A:
    @property
    def x(self):
        return self._x

    @x.setter
    def x(self, value):
        self._x = value
"""


@pytest.mark.parametrize(
    ("before", "code", "after"),
    [
        pytest.param(
            PROPERTY,
            "class A:\n    @property\n    def x(self):\n        return 1\n",
            PROPERTY.replace("return self._x", "return 1"),
            id="the getter alone",
        ),
        pytest.param(
            PROPERTY,
            "@x.setter\ndef x(self, value):\n    self._x = int(value)\n",
            PROPERTY.replace("= value", "= int(value)"),
            id="the setter alone, without its class",
        ),
        pytest.param(
            PROPERTY,
            PROPERTY.replace("return self._x", "return 1").replace("= value", "= int(value)"),
            PROPERTY.replace("return self._x", "return 1").replace("= value", "= int(value)"),
            id="both",
        ),
        pytest.param(
            PROPERTY.partition("\n    @x.setter")[0],
            PROPERTY,
            PROPERTY,
            id="a setter for a property that had none",
        ),
    ],
)
def test_a_property_keeps_all_its_parts(before: str, code: str, after: str) -> None:
    assert splice(before, code, "a.py") == after


@pytest.mark.parametrize(
    ("before", "code", "says"),
    [
        ("def f(): pass\n", "", "holds no code"),
        ("def f(): pass\n", "# nothing\n", "holds no code"),
        ("def f(): pass\n", "def f(:\n", "does not parse"),
        ("def f(): pass\n", "def g(): return 1\n", "none of the functions"),
        ("def f(): pass\n", "import os\n", "none of the functions"),
        ("x = 1\n", "print(1)\n", "none of the functions"),
        (
            "class A:\n    def f(self):\n        return 1\n"
            "class B:\n    def f(self):\n        return 1\n",
            "def f(self):\n    return 2\n",
            "Several classes have a method 'f'",
        ),
        (
            "def f(:\n    pass\ndef g():\n    pass\n",
            "def f():\n    return 1\n",
            "whole corrected file; missing: g",
        ),
    ],
)
def test_what_cannot_be_placed_is_said_to_the_model(before: str, code: str, says: str) -> None:
    with pytest.raises(ModelMistake, match=says):
        splice(before, code, "a.py")
