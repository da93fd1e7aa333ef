import itertools

from voyages import voyages, calls


def test_all_short_logs():
    for length in range(7):
        for entries in itertools.product(["x", ""], repeat=length):
            expected = [" ".join(part) for part in "".join(one or " " for one in entries).split()]
            assert voyages(entries) == expected


def test_calls():
    assert calls("one two") == 2
    assert calls("one\n\ntwo\nthree") == 3
