import random

import pytest

from uploads.parts import parts, plan
from uploads.ranges import ByteRange
from uploads.session import BadPart, Session


@pytest.mark.parametrize("whole", [1, 2, 9, 10, 11, 97])
@pytest.mark.parametrize("part_size", [1, 3, 10, 200])
def test_sizes_of_a_plan_add_up(whole, part_size):
    ranges = list(plan(whole, part_size))
    assert sum(part.size for part in ranges) == whole
    assert all(part.size <= part_size for part in ranges)


@pytest.mark.parametrize("seed", range(6))
def test_parts_in_any_order_and_twice(seed):
    rng = random.Random(seed)
    data = rng.randbytes(rng.randrange(1, 80))
    pieces = list(parts(data, rng.randrange(1, 12)))
    pieces += rng.sample(pieces, len(pieces) // 2)
    rng.shuffle(pieces)
    session = Session(len(data))
    for head, body in pieces:
        session.receive(head, body)
    assert session.complete
    assert session.received == len(data)
    assert session.missing() == []
    assert session.content() == data


def test_received_and_missing_always_make_the_whole():
    session = Session(30)
    for head, body in [
        ("bytes 3-3/30", b"a"),
        ("bytes 5-9/30", b"abcde"),
        ("bytes 4-6/30", b"xyz"),
    ]:
        session.receive(head, body)
        assert session.received + sum(gap.size for gap in session.missing()) == 30


def test_one_byte_is_a_range_of_one():
    assert ByteRange(7, 7).size == 1
    with pytest.raises(BadPart):
        Session(3).receive("bytes 0-0/3", b"")
