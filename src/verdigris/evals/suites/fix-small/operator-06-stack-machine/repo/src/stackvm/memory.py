"""Memory for data, apart from the code."""

from __future__ import annotations

from stackvm.errors import BadAddress


class Memory:
    def __init__(self, size: int = 1024) -> None:
        self._cells = [0] * size

    def __getitem__(self, address: int) -> int:
        return self._cells[self._checked(address)]

    def __setitem__(self, address: int, word: int) -> None:
        self._cells[self._checked(address)] = word

    def _checked(self, address: int) -> int:
        if not 0 <= address < len(self._cells):
            raise BadAddress(str(address))
        return address
