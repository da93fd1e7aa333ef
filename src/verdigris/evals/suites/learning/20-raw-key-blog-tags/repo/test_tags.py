import pytest

from tags import Post, cloud, slug


def post(*texts):
    made = Post("x")
    made.tag(*texts)
    return made


def test_slug():
    assert slug(" Slow food!") == "slow-food"
    with pytest.raises(ValueError):
        slug("?!")


def test_shown_as_titles():
    assert post("slow FOOD", "bread", "Slow food").tags == ("Slow food", "Bread")


def test_untag():
    made = post("bread", "butter")
    assert made.untag("bread")
    assert made.tags == ("Butter",)


def test_untag_as_it_is_shown():
    made = post("bread", "slow food")
    assert made.untag("Slow food")
    assert made.tags == ("Bread",)


def test_untag_what_is_not_there():
    assert not post("bread").untag("jam")


def test_cloud():
    assert cloud([post("a", "b"), post("b")]) == [("B", 2), ("A", 1)]
