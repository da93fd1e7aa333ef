from datetime import datetime

import pytest

from weatherlog import Reading, parse
from weatherlog.errors import BadMessage, UnknownUnit
from weatherlog.messages import parse_all


def test_a_message():
    assert parse("HAM;2024-03-01T06:00;temp=-2.5C;rain=0.4mm") == Reading(
        "HAM", datetime(2024, 3, 1, 6), {"temp": -2.5, "rain": 0.4}
    )


def test_values_are_in_our_units():
    assert parse("HAM;2024-03-01T06:00;temp=50F").get("temp") == pytest.approx(10)


def test_empty_fields_are_skipped():
    assert parse("HAM;2024-03-01T06:00;;humidity=80%;").values == {"humidity": 80}


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("", "no station"),
        ("Hamburg;2024-03-01T06:00", "no station"),
        ("HAM", "no station"),
        ("HAM;yesterday", "no time"),
        ("HAM;2024-03-01T06:00;temp", "cannot read 'temp'"),
        ("HAM;2024-03-01T06:00;sun=3h", "cannot read 'sun=3h'"),
        ("HAM;2024-03-01T06:00;temp=1C;temp=2C", "temp is there twice"),
    ],
)
def test_bad_messages(message, why):
    with pytest.raises(BadMessage) as caught:
        parse(message)
    assert caught.value.why == why


def test_strange_units_in_a_message():
    with pytest.raises(UnknownUnit):
        parse("HAM;2024-03-01T06:00;temp=5R")


def test_comments_are_skipped_and_bad_lines_handed_on():
    found = list(parse_all(["# March", "", "nonsense", "KIE;2024-03-01T06:00"]))
    assert [type(each) for each in found] == [BadMessage, Reading]
