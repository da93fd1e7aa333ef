"""Programs made at random from pieces that import machinery and pytest treat differently.

A piece is some source and some tests of it, with numbers and operators left open. An edit changes
one place of the source, in a function's body or not, or the shape of the file.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from hypothesis import strategies as st

HEAD = """\
import asyncio, contextlib, dataclasses, enum, functools, itertools
"""
PIECES = [
    ("""
def plain(x, y=<2>, *, z=<0>):
    if x > <3>:
        return x <op> <2> + z
    return y <op> x
""", """
@pytest.mark.parametrize("x", [<1>, <4>, "7"])
def test_plain(x):
    assert shop.plain(x) == <5>
"""),
    ("""
class Base:
    rate = <3>

    def __init__(self, n):
        self.n = n

    def worth(self):
        return self.n <op> self.rate

    @property
    def double(self):
        return self.worth() * <2>


class Child(Base):
    def worth(self):
        return super().worth() + <1>

    @classmethod
    def make(cls):
        return cls(<4>)

    @staticmethod
    def none():
        return [<1>]
""", """
class TestChild:
    @pytest.fixture
    def child(self):
        return shop.Child.make()

    def test_worth(self, child):
        assert child.worth() == <13>

    def test_double(self, child):
        assert child.double >= <20>, "too little"

    def test_none(self):
        assert shop.Child.none() == [<1>]
"""),
    ("""
@dataclasses.dataclass(order=True)
class Item:
    price: int = <5>
    tags: list = dataclasses.field(default_factory=lambda: [<1>])

    def total(self, n):
        return self.price * n <op> len(self.tags)
""", """
def test_item():
    assert shop.Item().total(<2>) == <11>


def test_items_are_ordered():
    assert shop.Item(<1>) < shop.Item(<2>)
"""),
    ("""
def count(n):
    \"\"\"Count.

    >>> list(count(2))
    [0, 1]
    \"\"\"
    for i in range(n):
        yield i <op> <0>


TABLE = {n: list(count(n)) for n in range(<4>)}
""", """
def test_count():
    assert sum(shop.count(<4>)) == <6>


def test_table():
    assert shop.TABLE[<3>][-1] == <2>
"""),
    ("""
def adder(n):
    def add(x):
        return x + n + <0>
    return add


ADD = adder(<2>)
""", """
def test_add():
    assert shop.ADD(<1>) == <3>


def test_adder():
    assert shop.adder(<1>)(<1>) == <2>
"""),
    ("""
def twice(f):
    @functools.wraps(f)
    def wrapper(*args):
        return f(*args), f(*args)
    return wrapper


@twice
def pair(x):
    return x <op> <2>


@functools.lru_cache(None)
def deep(n):
    return <1> if n < <2> else deep(n - 1) + deep(n - 2)
""", """
def test_pair(capsys):
    print("seen")
    assert shop.pair(<3>) == (<6>, <6>)


def test_deep(kept):
    kept.append(shop.deep(<7>))
    assert kept == [<21>]
"""),
    ("""
class Broken(ValueError):
    pass


def check(n):
    if n == <3>:
        raise Broken(f"not {n}")
    try:
        return <12> // n
    finally:
        LOG.append(n)


LOG = []
""", """
def test_check_refuses():
    with pytest.raises(shop.Broken, match="not"):
        shop.check(<3>)


def test_check():
    assert shop.check(<4>) == <3>
    assert shop.LOG == [<4>]


@pytest.mark.xfail(raises=ZeroDivisionError)
def test_check_zero():
    shop.check(<0>)
"""),
    ("""
async def later(n):
    await asyncio.sleep(0)
    return n <op> <1>


@contextlib.contextmanager
def held():
    BOX.append(<1>)
    yield BOX
    BOX.clear()


BOX = []
""", """
def test_later():
    assert asyncio.run(shop.later(<2>)) == <3>


def test_held():
    with shop.held() as box:
        assert box == [<1>]
    assert not box
"""),
    ("""
class Colour(enum.Enum):
    RED = <1>
    BLUE = <7>

    def mixed(self):
        return self.value <op> <2>


class Plug:
    known = {}

    def __init_subclass__(cls):
        Plug.known[cls.__name__] = cls().size()

    def size(self):
        return <1>


class Big(Plug):
    def size(self):
        return super().size() + <3>
""", """
def test_mixed():
    assert [c.mixed() for c in shop.Colour] == [<2>, <14>]


@pytest.mark.skipif(shop.Colour.RED.value > <1>, reason="not that red")
def test_plug():
    assert shop.Plug.known == {"Big": <4>}
    assert shop.Big().size() == <4>
"""),
    ("""
def keyed(rows, key=lambda row: row <op> <3>):
    return [b for a, b in itertools.groupby(sorted(rows, key=key)) for b in b][<0>]


def loud(n):
    print("n is", n)
    return [inner() for inner in [lambda i=i: i + n for i in range(<3>)]]
""", """
def test_keyed():
    assert shop.keyed([<3>, <1>, <2>]) == <1>


def test_loud(tmp_path):
    (tmp_path / "out").write_text(str(shop.loud(<1>)))
    assert (tmp_path / "out").read_text() == "[1, 2, 3]"
"""),
    ("""
def source_of():
    return <1>
""", """
import inspect


def test_source():
    assert "return <1>" in inspect.getsource(shop.source_of)
    assert open(shop.__file__).read().count("source_of") == 1
"""),
]  # fmt: skip
CONFTEST = {
    "plain": "import pytest\n\n\n@pytest.fixture\ndef kept():\n    return []\n",
    "importing": (
        "import pytest\nimport shop\n\n\n@pytest.fixture(scope='session')\n"
        "def kept():\n    assert shop\n    return []\n"
    ),
}


@dataclass(frozen=True)
class Program:
    files: dict[str, str]
    edits: list[dict[str, str | None]]


@st.composite
def programs(draw: st.DrawFn, edits: int) -> Program:
    chosen = draw(
        st.lists(st.sampled_from(range(len(PIECES))), min_size=3, max_size=6, unique=True)
    )
    source = HEAD + "".join(_filled(draw, PIECES[i][0]) for i in chosen)
    tests = "import asyncio\nimport pytest\nimport shop\n" + "".join(
        _filled(draw, PIECES[i][1]) for i in chosen
    )
    conftest = CONFTEST[draw(st.sampled_from(["plain", "plain", "importing"]))]
    config = draw(st.sampled_from(["", "[pytest]\naddopts = --doctest-modules -ra\n"]))
    files = {"shop.py": source, "test_shop.py": tests, "conftest.py": conftest}
    if config:
        files["pytest.ini"] = config
    return Program(files, [draw(_edit(source)) for _ in range(edits)])


def _filled(draw: st.DrawFn, text: str) -> str:
    def number(match: re.Match[str]) -> str:
        # Mostly the number that makes its test pass.
        value = int(match.group(1))
        return str(value + draw(st.sampled_from([0, 0, 0, 0, 0, 1])))

    text = text.replace("<op>", draw(st.sampled_from(["+", "*", "-"])))
    return re.sub(r"<(\d+)>", number, text)


def _edit(source: str) -> st.SearchStrategy[dict[str, str | None]]:
    inside = st.builds(lambda n: {"shop.py": _mutated(source, n)}, st.integers(0, 10_000))
    shapes: list[dict[str, str | None]] = [
        {"shop.py": source + "\n\ndef more():\n    return 1\n"},
        {"shop.py": "# a line above\n\n" + source},
        {"shop.py": source.replace("return", "retrun", 1)},
        {"shop.py": source.replace("def ", "def not_", 1)},
        {"shop.py": None},
        {"other.py": "print('never imported')\n"},
        {"test_more.py": "def test_more():\n    assert False\n"},
        {"shop.py": source + "\nraise RuntimeError('at import')\n"},
    ]
    # Five in six change one place, as the edits of a search do.
    return st.integers(0, 5).flatmap(lambda n: inside if n else st.sampled_from(shapes))


_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Gt: ast.LtE, ast.Lt: ast.GtE,
    ast.Eq: ast.NotEq,
}  # fmt: skip


def _mutated(source: str, choice: int) -> str:
    """Change one number, operator or statement; everything is also formatted anew."""
    tree = ast.parse(source)
    places = [node for node in ast.walk(tree) if _places(node)]
    node = places[choice % len(places)]
    if isinstance(node, ast.Constant):
        node.value = node.value + 1 if isinstance(node.value, int) else node.value + "!"
    elif isinstance(node, ast.BinOp):
        node.op = _SWAPS[type(node.op)]()  # type: ignore[assignment]
    elif isinstance(node, ast.Compare):
        node.ops = [_SWAPS[type(node.ops[0])]()]  # type: ignore[list-item]
    elif isinstance(node, ast.Return):
        node.value = None
    elif isinstance(node, ast.FunctionDef):
        node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree) + "\n"


def _places(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, str))
    if isinstance(node, ast.BinOp):
        return type(node.op) in _SWAPS
    if isinstance(node, ast.Compare):
        return len(node.ops) == 1 and type(node.ops[0]) in _SWAPS
    return isinstance(node, (ast.Return, ast.FunctionDef))
