"""Stubs of Python parts, what a module offers, and what of it is not written yet."""

from __future__ import annotations

import asyncio
import inspect
from types import ModuleType

import pytest
from python_help import PYTHON, part_of

from verdigris.core.building import Function, Part


def loaded(part: Part) -> ModuleType:
    module = ModuleType("stub")
    exec(compile(PYTHON.stub(part), "stub", "exec"), module.__dict__)
    return module


def test_a_function_fails_when_called_and_not_before() -> None:
    module = loaded(part_of("a.py", "def f(x: 'Unknown', y: list[Nowhere] = []) -> Nowhere"))
    assert list(inspect.signature(module.f).parameters) == ["x", "y"]
    with pytest.raises(NotImplementedError):
        module.f(1)


def test_an_asynchronous_function_fails_when_awaited() -> None:
    module = loaded(part_of("a.py", "async def f(x)"))
    with pytest.raises(NotImplementedError):
        asyncio.run(module.f(1))


@pytest.mark.parametrize(
    "head",
    [
        "class Stack",
        "class Stack:",
        "class Stack(object)",
        "class Stack(limit: int = 3)",
        "class Stack(SomethingElse)",
        "class Stack: def push(self, item); def pop(self) -> int",
        "class Stack: push(item), pop() -> list[str], def __len__(self)",
        "@dataclass class Stack",
        "class Stack:\n    def push(self, item): ...\n    def pop(self): ...",
    ],
)
def test_a_class_fails_when_it_is_made(head: str) -> None:
    module = loaded(part_of("a.py", head))
    with pytest.raises(NotImplementedError):
        module.Stack() if "limit: int" not in head else module.Stack(2)


def test_methods_named_by_a_class_are_there_in_whatever_form_they_are_told() -> None:
    head = "class Stack: push(item), @property def size(self) -> int; def pop(self) -> list[str]"
    stack = loaded(part_of("a.py", head)).Stack
    assert list(inspect.signature(stack.push).parameters) == ["self", "item"]
    assert list(inspect.signature(stack.pop).parameters) == ["self"]
    assert isinstance(stack.size, property)


def test_methods_told_one_by_one_belong_to_their_class() -> None:
    functions = (
        Function(name="Stack.push", signature="def push(self, item)"),
        Function(name="Stack.pop", signature="pop()"),
    )
    module = loaded(Part(path="a.py", purpose="", functions=functions))
    assert list(inspect.signature(module.Stack.push).parameters) == ["self", "item"]
    assert list(inspect.signature(module.Stack.pop).parameters) == ["self"]


def test_an_exception_of_the_part_can_be_caught_by_its_base() -> None:
    module = loaded(part_of("a.py", "class Broken(ValueError)"))
    assert issubclass(module.Broken, ValueError)


def test_a_default_that_would_run_something_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    module = loaded(part_of("a.py", "def f(x=print('run'), *, y=open('/etc/passwd'), z=(1, 'a'))"))
    defaults = [p.default for p in inspect.signature(module.f).parameters.values()]
    assert defaults == [None, None, (1, "a")]
    assert capsys.readouterr().out == ""


def test_a_name_that_is_none_is_left_out() -> None:
    functions = tuple(
        Function(name=name, signature="def f()") for name in ("f", "a b", "class", "x;y", "1")
    )
    text = PYTHON.stub(Part(path="a.py", purpose='"""\nimport os', functions=functions))
    assert [function.name for function in PYTHON.signatures(text)] == ["f"]
    assert "import os" not in text.replace("' import os", "")


def test_the_types_of_a_stub_are_imported() -> None:
    text = PYTHON.stub(part_of("a.py", "def f(x: Optional[int]) -> List[str]"))
    assert "from typing import List, Optional" in text


def test_starting_a_stub_fails() -> None:
    for part in (
        part_of("a.py", "def main(argv=None)", is_main=True),
        part_of("a.py", is_main=True),
    ):
        code = compile(PYTHON.stub(part), "stub", "exec")
        with pytest.raises(NotImplementedError):
            exec(code, {"__name__": "__main__"})


def test_signatures_are_those_of_the_top_level() -> None:
    text = (
        "import os\n"
        "def _own(): ...\n"
        "def f(a, /, b: int = 2, *rest, c, **more) -> 'list[int]':\n    'Adds.'\n    return []\n"
        "try:\n    import fast\nexcept ImportError:\n    def g(x): return x\n"
        "class A(Exception):\n"
        "    def __init__(self, x): ...\n"
        "    @classmethod\n    def of(cls, y): ...\n"
        "    def _hidden(self): ...\n"
    )
    assert {one.name: (one.signature, one.purpose) for one in PYTHON.signatures(text)} == {
        "f": ("def f(a, /, b: int=2, *rest, c, **more) -> 'list[int]'", "Adds."),
        "g": ("def g(x)", ""),
        "A": ("class A(Exception): def __init__(self, x); @classmethod def of(cls, y)", ""),
    }
    assert PYTHON.signatures("def f(:") == ()


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "...",
        "raise NotImplementedError",
        "raise NotImplementedError('later')",
        "'''Only words.'''",
        "'''Words.'''\n    pass",
        "# TODO: implement\n    pass",
        "# TODO\n    return None",
        "return  # your code here",
    ],
)
def test_a_body_that_does_nothing_is_a_stub(body: str) -> None:
    assert PYTHON.stubs_in(f"def f(x):\n    {body}\n") == ("f",)
    deeper = body.replace("\n", "\n    ")
    assert PYTHON.stubs_in(f"class A:\n    def f(self):\n        {deeper}\n") == ("A.f",)


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    return None\n",
        "def f(x):\n    print(x)\n    raise NotImplementedError\n",
        "def f(x):\n    if x:\n        pass\n    return 1\n",
        "class A(ABC):\n    @abstractmethod\n    def f(self): ...\n",
        "class A(Protocol):\n    def f(self): ...\n",
        "class A(Protocol[T]):\n    def f(self): ...\n",
        "@overload\ndef f(x: int) -> int: ...\n@typing.overload\ndef f(x: str): ...\n"
        "def f(x): return x\n",
        "class A:\n    def __init__(self): pass\n",
        "class A:\n    def f(self):\n        raise NotImplementedError\n"
        "class B(A):\n    def f(self):\n        return 1\n",
        "class Broken(Exception): pass\n",
    ],
)
def test_what_may_do_nothing_is_no_stub(text: str) -> None:
    assert PYTHON.stubs_in(text) == ()
