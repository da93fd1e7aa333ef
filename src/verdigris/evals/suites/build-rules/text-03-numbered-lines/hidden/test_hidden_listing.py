from listing import number_lines


def test_a_few_lines():
    assert number_lines("a") == "1: a"
    assert number_lines("a\nb\nc") == "1: a\n2: b\n3: c"
    assert number_lines("  deep\nflat") == "1:   deep\n2: flat"


def test_empty_lines_are_kept_and_not_counted():
    assert number_lines("a\n\nb") == "1: a\n\n2: b"
    assert number_lines("a\n   \nb") == "1: a\n\n2: b"


def test_numbers_are_as_wide_as_the_widest():
    text = "\n".join("x" * 10)
    lines = number_lines(text).split("\n")
    assert lines[0] == " 1: x" and lines[8] == " 9: x" and lines[9] == "10: x"
    nine = "\n\n".join("x" * 9)
    assert number_lines(nine).split("\n")[0] == "1: x"


def test_another_start():
    assert number_lines("a\nb", 99) == " 99: a\n100: b"
    assert number_lines("a\nb", start=7) == "7: a\n8: b"


def test_nothing_to_number():
    assert number_lines("") == ""
    assert number_lines("\n  \n") == ""


def test_no_newline_at_the_end():
    assert number_lines("a\nb\n") == "1: a\n2: b"
