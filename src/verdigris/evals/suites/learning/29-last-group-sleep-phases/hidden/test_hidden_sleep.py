import itertools
from itertools import groupby

from sleep import asleep, phases, wakings


def test_all_short_nights():
    for length in range(7):
        for night in itertools.product("dlw", repeat=length):
            expected = [(phase, len(list(own))) for phase, own in groupby(night)]
            assert phases(night) == expected
            assert asleep(night) == sum(minute != "w" for minute in night)


def test_wakings():
    assert wakings("lwl") == 1
    assert wakings("wlw") == 0
