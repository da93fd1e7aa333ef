"""All leases, by address and by device."""

from collections.abc import Iterable
from ipaddress import IPv4Address

from leases.lease import Lease, parse
from leases.timeline import Timeline


class Ledger:
    def __init__(self) -> None:
        self._by_address: dict[IPv4Address, Timeline] = {}
        self._by_device: dict[str, list[Lease]] = {}

    @classmethod
    def read(cls, lines: Iterable[str]) -> "Ledger":
        ledger = cls()
        for line in lines:
            if line.strip() and not line.startswith("#"):
                ledger.add(parse(line))
        return ledger

    def add(self, lease: Lease) -> None:
        self._by_address.setdefault(lease.address, Timeline()).add(lease)
        self._by_device.setdefault(lease.device, []).append(lease)

    def who_had(self, address: str, moment: int) -> str:
        """Return the device that had an address at a moment, or an empty text."""
        timeline = self._by_address.get(IPv4Address(address))
        lease = timeline.at(moment) if timeline else None
        return lease.device if lease else ""

    def addresses_of(self, device: str) -> list[str]:
        """Return the addresses a device ever had, in order and each once."""
        found = {str(lease.address): None for lease in self._by_device.get(device, ())}
        return list(found)

    def busiest(self) -> str:
        """Return the address with the most leases."""
        if not self._by_address:
            return ""
        return str(max(self._by_address, key=lambda address: len(self._by_address[address])))
