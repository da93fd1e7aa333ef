import pytest
from querykit import any_of, eq, gt, is_null, lt, render, table
from querykit.render import count

USERS = table("users")


def text(query):
    return render(query)[0]


def test_all_columns():
    assert render(USERS) == ("SELECT * FROM users", ())


def test_columns():
    assert text(USERS.select("id", "name")) == "SELECT id, name FROM users"


def test_where():
    assert render(USERS.where(eq("id", 3))) == ("SELECT * FROM users WHERE id = ?", (3,))


def test_two_wheres():
    query = USERS.where(gt("age", 17)).where(lt("age", 66))
    assert render(query) == ("SELECT * FROM users WHERE age > ? AND age < ?", (17, 66))


def test_either():
    query = USERS.where(any_of(is_null("mail"), eq("mail", "")))
    assert render(query) == ("SELECT * FROM users WHERE mail IS NULL OR mail = ?", ("",))


def test_order():
    assert text(USERS.order_by("name", "-age")) == "SELECT * FROM users ORDER BY name, age DESC"


def test_page():
    assert text(USERS.page(3, 10)) == "SELECT * FROM users LIMIT 10 OFFSET 20"


def test_first_page():
    assert text(USERS.page(1, 10)) == "SELECT * FROM users LIMIT 10"


def test_negative_limit():
    with pytest.raises(ValueError):
        USERS.limit(-1)


def test_count():
    assert count(USERS.select("id").where(eq("a", 1))) == (
        "SELECT COUNT(*) FROM users WHERE a = ?",
        (1,),
    )


def test_none_is_null():
    assert text(USERS.where(eq("a", None))) == "SELECT * FROM users WHERE a IS NULL"
