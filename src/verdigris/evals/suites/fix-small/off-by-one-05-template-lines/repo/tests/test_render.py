import pytest

from tmpl import TemplateError, render


def place_of_fault(source):
    with pytest.raises(TemplateError) as caught:
        render(source, {"name": "Ann"})
    return caught.value.place.line, caught.value.place.column


def test_names_are_filled_in():
    assert render("Dear {{ name }},\n", {"name": "Ann"}) == "Dear Ann,\n"


def test_comments_disappear():
    assert render("a{# hidden #}b", {}) == "ab"


def test_a_missing_value_is_reported_where_it_is_used():
    assert place_of_fault("Dear {{ nobody }}") == (1, 6)


def test_lines_are_counted_in_text():
    assert place_of_fault("one\ntwo\n  {{ nobody }}") == (3, 3)


def test_lines_are_counted_in_comments():
    assert place_of_fault("{# one\n   two #}\n{{ nobody }}") == (3, 1)


def test_columns_after_a_comment_on_the_same_line():
    assert place_of_fault("{# x #} {{ nobody }}") == (1, 9)


def test_columns_after_a_long_comment():
    assert place_of_fault("{# one\ntwo #}{{ nobody }}") == (2, 7)


def test_an_open_comment_is_reported_where_it_opens():
    assert place_of_fault("text\n{# never") == (2, 1)


def test_strange_names_are_refused():
    assert place_of_fault("{{ 1x }}") == (1, 1)
