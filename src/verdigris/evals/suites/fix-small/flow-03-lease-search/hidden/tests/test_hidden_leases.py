import random
from ipaddress import IPv4Address

from leases.lease import Lease
from leases.ledger import Ledger
from leases.timeline import Timeline

HOME = IPv4Address("10.0.0.7")


def test_against_a_plain_search():
    numbers = random.Random(10)
    for size in (1, 2, 3, 8, 33):
        starts = numbers.sample(range(0, 400, 4), size)
        leases = [Lease(start, numbers.randrange(1, 6), HOME, str(start)) for start in starts]
        timeline = Timeline()
        for lease in leases:
            timeline.add(lease)
        assert len(timeline) == size
        for moment in range(-2, 410):
            begun = [lease for lease in leases if lease.start <= moment]
            last = max(begun, key=lambda lease: lease.start, default=None)
            wanted = last if last and last.holds_at(moment) else None
            assert timeline.at(moment) == wanted
        assert [lease.start for lease in timeline.between(0, 400)] == sorted(starts)


def test_a_ledger_of_many():
    lines = [f"{start} 10 10.0.0.1 d{start}" for start in (50, 10, 30, 90, 70)]
    ledger = Ledger.read([*lines, "5 5 10.0.0.2 x"])
    assert [ledger.who_had("10.0.0.1", t) for t in (9, 10, 35, 45, 55, 99, 100)] == [
        "", "d10", "d30", "", "d50", "d90", "",
    ]
    assert ledger.busiest() == "10.0.0.1"
