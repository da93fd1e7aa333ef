"""Places in a text: bytes and characters, f-strings, shared lines, decorators, line ends."""

from __future__ import annotations

import ast

import pytest

from verdigris.repair.source import Source, read_source


def segments(text: str, kind: type[ast.AST]) -> list[str]:
    source = Source("a.py", text)
    return [source.segment(node) for node in ast.walk(source.tree) if isinstance(node, kind)]


def first(source: Source, kind: type[ast.AST]) -> ast.AST:
    return next(node for node in ast.walk(source.tree) if isinstance(node, kind))


@pytest.mark.parametrize(
    "text",
    [
        'naïve = "é" + name\n',
        '日本 = "語"; other = name\r\n',
        '\ufeffx = "ü" + name\n',
        'x = """a\n\u2028é\r\n""" + name\n',
        "\fx = name\n",
        "x = (\n    # é\n    name\n)",
    ],
)
def test_a_name_is_found_after_letters_of_any_width(text: str) -> None:
    assert "name" in segments(text, ast.Name)


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("sum(x for x in xs)\n", ast.GeneratorExp, ["x for x in xs"]),
        ("sum((x for x in xs))\n", ast.GeneratorExp, ["(x for x in xs)"]),
        ("sum((x for x in xs), 1)\n", ast.GeneratorExp, ["(x for x in xs)"]),
        ('f"{a + b} {c!r:>{width}}"\n', ast.BinOp, ["a + b"]),
        ('f"é {a + b}"\n', ast.BinOp, ["a + b"]),
    ],
)
def test_an_expression_is_found_without_what_is_not_its_own(text, kind, expected) -> None:
    assert segments(text, kind) == expected


def test_what_an_f_string_says_literally_has_no_place() -> None:
    assert segments('x = f"one {a} two"\n', ast.Constant) == ["", ""]


def test_a_broken_or_too_deep_text_is_no_source() -> None:
    assert read_source("a.py", "def f(:\n") is None
    assert read_source("a.py", "x = 1\0\n") is None
    assert read_source("a.py", "(" * 1000 + ")" * 1000) is None


def test_a_statement_that_shares_its_line_has_no_lines_of_its_own() -> None:
    source = Source("a.py", "if x: y = 1; z = 2\nw = 3  # three\nelse_ = 4; v = 5\n")
    alone = [source.segment(s) for s in ast.walk(source.tree)
             if isinstance(s, ast.Assign) and source.lines_of(s)]  # fmt: skip
    assert alone == ["w = 3"]


def test_an_elif_belongs_to_its_if() -> None:
    source = Source("a.py", "if a:\n    b\nelif c:\n    d\n")
    inner = [node for node in ast.walk(source.tree) if isinstance(node, ast.If)][1]
    assert source.lines_of(inner) is None


def test_a_decorated_function_begins_with_its_decorators() -> None:
    text = "@cache\n@log(\n    1\n)\ndef f():\n    pass\n"
    source = Source("a.py", text)
    function = first(source, ast.FunctionDef)
    assert isinstance(function, ast.FunctionDef)
    assert source.lines_of(function) == (0, len(text))
    assert source.first_line(function) == 1


def test_a_function_inside_a_function_is_named_after_the_outer_one() -> None:
    text = "class A:\n    def f(self):\n        def g():\n            return 1\n        return g\n"
    source = Source("a.py", text)
    inner = first(source, ast.Return)
    while source.segment(inner) != "return 1":
        inner = next(n for n in ast.walk(source.tree)
                     if isinstance(n, ast.Return) and n is not inner)  # fmt: skip
    assert source.name_of(inner) == "A.f"
    assert source.name_of(inner, inner=True) == "A.f.g"


@pytest.mark.parametrize(("text", "unit"), [("if a:\n\tb\n", "\t"), ("if a:\n  b\n", "  "),
                                            ("a = 1\n", "    ")])  # fmt: skip
def test_new_blocks_are_indented_as_the_file_is(text: str, unit: str) -> None:
    assert Source("a.py", text).indent_unit == unit
