import pytest

from tmpl import TemplateError, render
from tmpl.reader import Reader


def fault(source):
    with pytest.raises(TemplateError) as caught:
        render(source, {})
    return caught.value.place.line, caught.value.place.column


@pytest.mark.parametrize(
    "comment", ["", "x", "\n", "a\nb", "\n\n\n", "line one\n  line two\n", "ends\n\n   here"]
)
@pytest.mark.parametrize("before", ["", "text ", "text\n"])
@pytest.mark.parametrize("after", ["", "  ", "\n", " \n "])
def test_the_place_is_where_the_name_stands_in_the_source(before, comment, after):
    source = f"{before}{{#{comment}#}}{after}{{{{ nobody }}}}"
    ahead = source[: source.index("{{ nobody")]
    assert fault(source) == (ahead.count("\n") + 1, len(ahead) - ahead.rfind("\n"))


def test_two_comments_add_up():
    assert fault("{#\n#}{#\n\n#}\n{{ nobody }}") == (5, 1)


def test_skipping_and_taking_agree():
    source = "ab\ncd\n\nef#} x"
    skipped, taken = Reader(source), Reader(source)
    assert skipped.skip_past("#}")
    taken.take(source.index("#}") + 2)
    assert skipped.place == taken.place
    assert skipped.take(2) == taken.take(2) == " x"
