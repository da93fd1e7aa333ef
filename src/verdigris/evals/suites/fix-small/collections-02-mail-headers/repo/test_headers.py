import pytest
from headers import Headers

TEXT = """\
From: Ada <ada@example.org>
To: ben@example.org
Received: one
Received: two
Subject: a long
  line

Body: no header
"""


@pytest.fixture
def headers():
    return Headers.parse(TEXT)


def test_get(headers):
    assert headers.get("to") == "ben@example.org"
    assert headers.get("cc", "none") == "none"


def test_all(headers):
    assert headers.all("received") == ["one", "two"]


def test_folded(headers):
    assert headers.get("Subject") == "a long line"


def test_body_is_left_alone(headers):
    assert headers.all("body") == []


def test_a_value_with_colons():
    assert Headers.parse("Date: Mon, 10:30:00").get("date") == "Mon, 10:30:00"


def test_without(headers):
    assert headers.without("RECEIVED", "to").all("received") == []


def test_no_header():
    with pytest.raises(ValueError):
        Headers.parse("nonsense")
