from dataclasses import dataclass
from ipaddress import IPv4Address


@dataclass(frozen=True)
class Lease:
    start: int
    seconds: int
    address: IPv4Address
    device: str

    @property
    def end(self) -> int:
        return self.start + self.seconds

    def holds_at(self, moment: int) -> bool:
        return self.start <= moment < self.end


def parse(line: str) -> Lease:
    """Read `1000 600 10.0.0.7 printer`. Raises ValueError."""
    start, seconds, address, device = line.split()
    lease = Lease(int(start), int(seconds), IPv4Address(address), device)
    if lease.seconds <= 0:
        raise ValueError("a lease lasts at least a second")
    return lease
