import pytest

from counting import words


@pytest.mark.parametrize("space", [" ", "  ", "\t", "\n", " \n\t "])
@pytest.mark.parametrize("count", range(6))
def test_any_space_is_between_words(space, count):
    assert words(space.join(["word"] * count)) == count
    assert words(space + space.join(["word"] * count) + space) == count
