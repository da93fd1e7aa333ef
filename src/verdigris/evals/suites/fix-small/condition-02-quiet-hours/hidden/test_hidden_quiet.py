import pytest

from quiet import QuietHours, Urgency, deliverable


@pytest.mark.parametrize("start", range(24))
@pytest.mark.parametrize("end", [0, 1, 6, 12, 23])
def test_the_hours_covered_are_those_walked_from_start_to_end(start, end):
    walked, hour = set(), start
    while hour != end:
        walked.add(hour)
        hour = (hour + 1) % 24
    quiet = QuietHours(start, end)
    assert {h for h in range(24) if quiet.covers(h)} == walked


def test_delivery_waits_for_the_morning():
    night = QuietHours(22, 7)
    assert [night.next_delivery(h) for h in (21, 22, 0, 6, 7)] == [21, 7, 7, 7, 7]
    assert not deliverable(Urgency.NORMAL, 0, night)
    assert deliverable(Urgency.NORMAL, 7, night)
