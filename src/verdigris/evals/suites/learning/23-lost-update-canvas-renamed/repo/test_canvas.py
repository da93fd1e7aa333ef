from canvas import Strip


def test_stamp():
    strip = Strip("ac")
    strip.move(1)
    strip.stamp("b")
    assert (strip.dots, strip.stale, strip.frame) == ("abc", True, 2)


def test_a_fresh_strip_is_drawn():
    assert not Strip("x").stale


def test_draw():
    strip = Strip()
    strip.stamp("hello")
    assert strip.draw() == "hello"
    assert not strip.stale


def test_wipe():
    strip = Strip("abcdef")
    strip.move(2)
    strip.wipe(3)
    assert strip.dots == "abf"


def test_what_is_wiped_has_to_be_drawn():
    strip = Strip("abc")
    strip.wipe(1)
    assert strip.stale
    assert strip.frame == 2


def test_recolour():
    strip = Strip("one two")
    assert not strip.recolour("three", "3")
    assert not strip.stale
    assert strip.recolour("two", "2") and strip.stale
