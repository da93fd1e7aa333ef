from menu import menu_line


def test_the_example():
    assert menu_line("Soup", "4.50", 14) == "Soup......4.50"


def test_the_width_is_kept():
    for width in (20, 33, 60):
        line = menu_line("Green salad", "11.00", width)
        assert len(line) == width
        assert line.startswith("Green salad.") and line.endswith(".11.00")


def test_exactly_three_dots():
    assert menu_line("Soup", "4.50", 11) == "Soup...4.50"


def test_room_for_two_one_or_no_dots():
    assert menu_line("Soup", "4.50", 10) == "Soup...4.50"
    assert menu_line("Soup", "4.50", 9) == "Soup...4.50"
    assert menu_line("Soup", "4.50", 8) == "Soup...4.50"


def test_far_too_narrow():
    assert menu_line("Soup of the day", "4.50", 5) == "Soup of the day...4.50"
    assert menu_line("Tea", "2", 0) == "Tea...2"


def test_four_dots():
    assert menu_line("Tea", "2", 8) == "Tea....2"


def test_no_price():
    assert menu_line("Bread", "", 10) == "Bread....."
