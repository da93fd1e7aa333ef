import pytest

from filesize import human, machine, total


def test_bytes():
    assert human(0) == "0 B"
    assert human(999) == "999 B"


def test_a_thousand_bytes_are_not_yet_a_kibibyte():
    assert human(1000) == "1000 B"


def test_kibibytes():
    assert human(1536) == "1.5 KiB"


def test_reading_a_size():
    assert machine("2 KiB") == 2048


def test_a_number_alone_is_bytes():
    assert machine("42") == 42


def test_unknown_units_are_refused():
    with pytest.raises(ValueError):
        machine("3 kB")


def test_totals():
    assert total([100, 200]) == "300 B"


def test_negative_sizes_are_refused():
    with pytest.raises(ValueError):
        human(-1)
