from voyages import titles, voyages, calls


def test_moored_at_the_end():
    assert voyages(["a", "b", "", "", "c", ""]) == ["a b", "c"]


def test_no_log():
    assert voyages([]) == []
    assert voyages(["", " "]) == []


def test_at_sea_at_the_end():
    assert voyages(["one", " two ", "", "three"]) == ["one two", "three"]


def test_one_entry_is_a_voyage():
    assert voyages(["alone"]) == ["alone"]


def test_calls():
    assert calls("a b\n\nc d e\n\n") == 5


def test_index():
    assert titles("short\n\none that is far too long\n\n", 10) == ["short", "one that …"]
