import pytest

from pages import format_pages, parse_pages


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("1-3,7,9-10", [1, 2, 3, 7, 9, 10]),
        ("5", [5]),
        ("4-4", [4]),
        ("3,1,2", [1, 2, 3]),
        ("1-4,2-6,3", [1, 2, 3, 4, 5, 6]),
        (" 1 - 3 , 8 ", [1, 2, 3, 8]),
    ],
)
def test_parsing(text, pages):
    assert parse_pages(text) == pages


@pytest.mark.parametrize("text", ["5-3", "0", "0-2", "a", "1,,2", "1-2-3", "", "1;2", "-3"])
def test_what_is_not_understood(text):
    with pytest.raises(ValueError):
        parse_pages(text)


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([7, 2, 1, 3], "1-3,7"),
        ([4, 5], "4,5"),
        ([], ""),
        ([3], "3"),
        ([1, 1, 2, 2, 3], "1-3"),
        ([1, 2, 4, 5, 6, 8], "1,2,4-6,8"),
        ([9, 10, 11, 12], "9-12"),
    ],
)
def test_formatting(numbers, text):
    assert format_pages(numbers) == text


def test_there_and_back():
    pages = [1, 2, 3, 5, 6, 20, 21, 22, 23, 40]
    assert parse_pages(format_pages(pages)) == pages
