from sleep import asleep, phases, report, wakings


def test_no_night():
    assert phases("") == []
    assert report("") == ""


def test_how_it_begins():
    assert phases("wwldd")[:2] == [("w", 2), ("l", 1)]


def test_how_it_ends():
    assert phases("lldddr") == [("l", 2), ("d", 3), ("r", 1)]


def test_one_minute():
    assert phases("d") == [("d", 1)]


def test_asleep():
    assert asleep("wlldw") == 3


def test_wakings():
    assert wakings("lwdwlld") == 2


def test_report():
    assert report("wlll") == "awake 1, light 3"
