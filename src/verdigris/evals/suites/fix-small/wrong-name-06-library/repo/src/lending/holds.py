"""Readers waiting for a title, first come, first served."""

from __future__ import annotations

from collections import defaultdict, deque

from lending.errors import NotAllowed


class Holds:
    def __init__(self) -> None:
        self._queues: dict[str, deque[int]] = defaultdict(deque)
        self._aside: dict[str, int] = {}
        """Copies on the shelf of holds, and for whom."""

    def place(self, isbn: str, reader: int) -> int:
        """Join the queue; the place in it, counted from one."""
        queue = self._queues[isbn]
        if reader in queue:
            raise NotAllowed("waiting already")
        queue.append(reader)
        return len(queue)

    def waiting(self, isbn: str) -> list[int]:
        return list(self._queues[isbn])

    def set_aside(self, isbn: str, barcode: str) -> int | None:
        """Keep a returned copy for the first in the queue, if there is one."""
        queue = self._queues[isbn]
        if not queue:
            return None
        self._aside[barcode] = queue.popleft()
        return self._aside[barcode]

    def kept_for(self, barcode: str) -> int | None:
        return self._aside.get(barcode)

    def picked_up(self, barcode: str) -> None:
        self._aside.pop(barcode, None)
