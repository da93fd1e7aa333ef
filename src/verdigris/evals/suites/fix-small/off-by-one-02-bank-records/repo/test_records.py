from records import Field, cents, read_line, read_lines

LINE = "12345678" + "20240229" + "00001250-" + "Rent February       "


def test_cents_with_either_sign():
    assert cents("0001250-") == -1250
    assert cents("0001250+") == 1250


def test_a_line_of_the_statement():
    assert read_line(LINE) == {
        "account": "12345678",
        "day": "20240229",
        "amount": -1250,
        "purpose": "Rent February",
    }


def test_a_field_of_one_character():
    assert read_line("AXB", (Field("kind", 2, 2),)) == {"kind": "X"}


def test_comments_and_blank_lines_are_skipped():
    assert list(read_lines(["* head\n", "\n"])) == []


def test_a_missing_purpose_is_empty():
    assert read_line(LINE[:25])["purpose"] == ""


def test_converted_fields_are_numbers():
    assert read_line(LINE)["amount"] == -1250
