import pytest

from uploads.parts import parts, plan
from uploads.ranges import ByteRange, header, parse_header
from uploads.session import BadPart, Session


def test_headers_are_read_and_written():
    part, whole = parse_header("bytes 10-19/50")
    assert (part, whole) == (ByteRange(10, 19), 50)
    assert header(part, whole) == "bytes 10-19/50"


def test_headers_beyond_the_file_are_refused():
    with pytest.raises(ValueError):
        parse_header("bytes 0-50/50")


def test_a_file_is_cut_into_parts():
    assert list(plan(25, 10)) == [ByteRange(0, 9), ByteRange(10, 19), ByteRange(20, 24)]


def test_an_empty_file_has_no_parts():
    assert list(plan(0, 10)) == []


def test_parts_carry_their_bytes():
    assert list(parts(b"hello", 3)) == [("bytes 0-2/5", b"hel"), ("bytes 3-4/5", b"lo")]


def test_a_session_is_complete_after_all_parts():
    session = Session(5)
    for head, body in parts(b"hello", 3):
        session.receive(head, body)
    assert session.complete
    assert session.content() == b"hello"


def test_a_session_names_what_is_missing():
    session = Session(10)
    session.receive("bytes 4-5/10", b"xx")
    assert session.missing() == [ByteRange(0, 3), ByteRange(6, 9)]


def test_a_part_of_another_file_is_refused():
    with pytest.raises(BadPart):
        Session(10).receive("bytes 0-1/11", b"ab")


def test_a_short_part_is_refused():
    with pytest.raises(BadPart, match="4 bytes announced, 3 sent"):
        Session(10).receive("bytes 0-3/10", b"abc")
