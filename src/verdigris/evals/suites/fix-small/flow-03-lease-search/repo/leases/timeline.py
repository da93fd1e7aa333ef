"""Leases of one address, sorted by their start; a new one ends the one before."""

from leases.lease import Lease


class Timeline:
    def __init__(self) -> None:
        self._leases: list[Lease] = []

    def add(self, lease: Lease) -> None:
        """Insert a lease at its place."""
        self._leases.insert(self._position(lease.start), lease)

    def at(self, moment: int) -> Lease | None:
        """Return the lease that held at a moment."""
        position = self._position(moment)
        if position == 0:
            return None
        lease = self._leases[position - 1]
        return lease if lease.holds_at(moment) else None

    def between(self, start: int, end: int) -> list[Lease]:
        """Return the leases that began in a span, its end excluded."""
        return self._leases[self._position(start - 1) : self._position(end - 1)]

    def _position(self, moment: int) -> int:
        """Return how many leases began at a moment or before, by halving."""
        low, high = 0, len(self._leases)
        while low < high:
            middle = (low + high) // 2
            if self._leases[middle].start <= moment:
                low = middle
            else:
                high = middle
        return low

    def __len__(self) -> int:
        return len(self._leases)
