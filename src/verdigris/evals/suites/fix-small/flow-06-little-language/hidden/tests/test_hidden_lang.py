import pytest
from lang import run

LOOPS = {
    "for": "for i in range(100) {{ {body} }}",
    "while": "let i = -1\nwhile i < 99 {{ i = i + 1; {body} }}",
}


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("limit", [0, 1, 57])
def test_a_return_leaves_at_once(loop, limit):
    body = LOOPS[loop].format(body=f"print(i); if i >= {limit} {{ return i }}")
    printed = run(f"fn f() {{ {body}\n return nil }}\nprint(f())")
    assert printed == [*map(str, range(limit + 1)), str(limit)]


@pytest.mark.parametrize("outer", LOOPS)
@pytest.mark.parametrize("inner", ["for j in range(3) {{ {body} }}"])
def test_a_return_leaves_all_loops(outer, inner):
    body = inner.format(body="print(i, j); if i == 1 and j == 1 { return i * 10 + j }")
    printed = run(f"fn f() {{ {LOOPS[outer].format(body=body)} }}\nprint(f())")
    assert printed == ["0 0", "0 1", "0 2", "1 0", "1 1", "11"]


def test_a_return_without_value():
    assert run("fn f() { for x in [1, 2] { print(x); return } }\nprint(f())") == ["1", "nil"]


def test_a_return_leaves_one_function_only():
    source = """
    fn inner() { for x in range(5) { return x } }
    fn outer() { let n = 0; for y in range(3) { inner(); n = n + 1 } return n }
    print(outer())
    """
    assert run(source) == ["3"]


@pytest.mark.parametrize("loop", LOOPS)
def test_break_and_continue_still_work(loop):
    body = LOOPS[loop].format(body="if i % 2 == 0 { continue } if i > 6 { break } print(i)")
    assert run(body) == ["1", "3", "5"]
