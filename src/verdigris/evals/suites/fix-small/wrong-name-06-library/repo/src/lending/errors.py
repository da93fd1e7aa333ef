"""Why the desk says no."""

from __future__ import annotations


class DeskError(Exception):
    """Every refusal of the desk."""


class NotFound(DeskError):
    def __init__(self, kind: str, key: object) -> None:
        super().__init__(f"no {kind} {key!r}")
        self.kind = kind
        self.key = key


class NotAvailable(DeskError):
    """Every copy is lent or set aside."""


class NotAllowed(DeskError):
    """The reader may not do this now; the message says why."""
