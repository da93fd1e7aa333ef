import pytest
from book import Book
from contacts import Contact, tidy_mail, tidy_name, tidy_phone
from importer import read_row, read_rows


@pytest.mark.parametrize(
    ("text", "wanted"), [("Miller,  Ann", "Ann Miller"), (" Bob   Ray ", "Bob Ray"), ("", "")]
)
def test_names(text, wanted):
    assert tidy_name(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("030 / 123", "+4930123"), ("0033-1", "+331"), ("+1 (2)", "+12"), ("77", "+4977"), ("-", "")],
)
def test_phones(text, wanted):
    assert tidy_phone(text) == wanted


def test_mail():
    assert tidy_mail(" Ann@Example.ORG ") == "ann@example.org"
    with pytest.raises(ValueError):
        tidy_mail("ann at example")


def test_whole_row():
    row = {"name": "Ray, Bob", "mail": "b@x.de", "phone": "0151", "groups": "work; club"}
    assert read_row(row) == Contact("Bob Ray", "b@x.de", "+49151", {"work", "club"})


def test_missing_columns():
    assert read_row({"name": "Bob"}) == Contact("Bob")


def test_empty_fields():
    assert read_row({"name": "Bob", "mail": None, "phone": ""}) == Contact("Bob")


def test_problems():
    done = read_rows([{"name": "A", "mail": "x"}, {"name": "B"}, {"mail": "b@x.de"}])
    assert [contact.name for contact in done.contacts] == ["B"]
    assert [problem[:6] for problem in done.problems] == ["row 1:", "row 3:"]


def test_book_merges():
    book = Book()
    book.add_all([Contact("Ann Lee", "a@x.de"), Contact("A. Lee", "a@x.de", "+491")])
    assert len(book) == 1
    assert next(iter(book)).phone == "+491"


def test_book_sorts_by_last_name():
    book = Book()
    book.add_all([Contact("Zoe Ash"), Contact("Ann Yew"), Contact("Bob Ash")])
    assert [contact.name for contact in book] == ["Bob Ash", "Zoe Ash", "Ann Yew"]
