from roster import Shift, hours_by_person, last_end, overlapping, report

SHIFTS = [Shift("mia", 8, 4), Shift("tom", 10, 8), Shift("mia", 32, 6)]


def test_hours():
    assert hours_by_person(SHIFTS) == {"mia": 10, "tom": 8}


def test_no_hours():
    assert hours_by_person([]) == {}


def test_last_end():
    assert last_end(SHIFTS) == 38


def test_no_overlap():
    assert not overlapping(SHIFTS)
    assert not overlapping([])


def test_overlap():
    assert overlapping([*SHIFTS, Shift("tom", 17, 2)])


def test_report():
    assert report(SHIFTS) == "mia: 10 h\ntom: 8 h\ndone at hour 38"


def test_report_without_shifts():
    assert report([]) == "done at hour 0"
