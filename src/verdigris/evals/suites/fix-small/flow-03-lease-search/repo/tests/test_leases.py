from ipaddress import IPv4Address

import pytest
from leases.lease import Lease, parse
from leases.ledger import Ledger
from leases.timeline import Timeline

HOME = IPv4Address("10.0.0.7")


def lease(start, seconds=10, device="d"):
    return Lease(start, seconds, HOME, device)


def test_parse():
    assert parse("1000 600 10.0.0.7 printer") == Lease(1000, 600, HOME, "printer")


@pytest.mark.parametrize("line", ["", "1 2 3", "x 1 10.0.0.7 d", "1 0 10.0.0.7 d", "1 1 10.0.0 d"])
def test_bad_line(line):
    with pytest.raises(ValueError):
        parse(line)


def test_holds():
    assert lease(5).holds_at(5) and not lease(5).holds_at(15)


def test_empty_timeline():
    assert Timeline().at(3) is None


def test_one_lease():
    timeline = Timeline()
    timeline.add(lease(100))
    assert timeline.at(99) is None
    assert timeline.at(105) == lease(100)


def test_between():
    timeline = Timeline()
    for start in (30, 10, 20):
        timeline.add(lease(start))
    assert [each.start for each in timeline.between(10, 30)] == [10, 20]


def test_ledger_addresses():
    lines = ["1 5 10.0.0.1 tv", "9 5 10.0.0.2 pc", "20 5 10.0.0.3 tv", "# end"]
    ledger = Ledger.read(lines)
    assert ledger.addresses_of("tv") == ["10.0.0.1", "10.0.0.3"]
    assert ledger.addresses_of("fridge") == []


def test_unknown_address():
    assert Ledger().who_had("10.0.0.1", 5) == ""
    assert Ledger().busiest() == ""
