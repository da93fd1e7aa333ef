"""Leases of network addresses, by time."""
