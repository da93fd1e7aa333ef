import pytest
from lang import LangError, Session, run
from lang.errors import BadSyntax, Failed


def test_let_and_assign():
    assert run("let x = 1; x = x + 1; print(x)") == ["2"]


def test_assign_to_nothing():
    with pytest.raises(Failed):
        run("x = 1")


def test_if():
    source = "fn f(x) { if x > 1 { return 1 } else if x == 1 { return 2 } else { return 3 } }"
    assert run(source + "print(f(5), f(1), f(0))") == ["1 2 3"]


def test_while():
    assert run("let i = 0\nwhile i < 3 { print(i); i = i + 1 }") == ["0", "1", "2"]


def test_for():
    assert run('for c in "ab" { print(c) }') == ["a", "b"]


def test_break_and_continue():
    source = "for i in range(9) { if i == 1 { continue } if i == 4 { break } print(i) }"
    assert run(source) == ["0", "2", "3"]


def test_break_leaves_the_inner_loop_only():
    source = "for i in range(2) { for j in range(5) { if j == 1 { break } print(i, j) } }"
    assert run(source) == ["0 0", "1 0"]


def test_while_with_break():
    assert run("let i = 0\nwhile true { i = i + 1; if i == 3 { break } }\nprint(i)") == ["3"]


def test_functions():
    assert run("fn add(a, b) { return a + b }\nprint(add(1, add(2, 3)))") == ["6"]


def test_no_return_is_nil():
    assert run("fn f() { 1 }\nprint(f())") == ["nil"]


def test_recursion():
    assert run("fn fact(n) { if n < 2 { return 1 } return n * fact(n - 1) }\nprint(fact(5))") == [
        "120"
    ]


def test_closures():
    source = """
    fn counter() {
        let n = 0
        fn next() { n = n + 1; return n }
        return next
    }
    let a = counter()
    let b = counter()
    print(a(), a(), b())
    """
    assert run(source) == ["1 2 1"]


def test_scopes():
    assert run("let x = 1\nif true { let x = 2; print(x) }\nprint(x)") == ["2", "1"]


def test_return_from_a_for_loop():
    source = "fn first(xs) { for x in xs { if x > 2 { return x } } return nil }"
    assert run(source + "print(first([1, 3, 5]), first([1]))") == ["3 nil"]


def test_too_deep():
    with pytest.raises(Failed):
        run("fn f() { return f() }\nf()")


def test_wrong_number_of_values():
    with pytest.raises(Failed):
        run("fn f(a) { }\nf()")


@pytest.mark.parametrize("source", ["let", "if true", "fn f( { }", "while 1 {", "1 = 2", "for 1 in x {}"])
def test_bad_syntax(source):
    with pytest.raises(BadSyntax):
        run(source)


def test_lines_in_errors():
    with pytest.raises(LangError) as caught:
        run("let a = 1\n\nlet b = a / 0")
    assert caught.value.line == 3


def test_a_session_remembers():
    session = Session()
    session.run("let x = 4\nfn double(n) { return n * 2 }")
    assert session.ask("double(x)") == "8"
    assert session.run("print(x)") == ["4"]
