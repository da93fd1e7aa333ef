"""The seats of a small theatre: rows from A, seats from 1."""

FREE, TAKEN = ".", "x"


class SoldOut(Exception):
    pass


class Plan:
    def __init__(self, rows: int, width: int) -> None:
        if not 1 <= rows <= 26 or width < 1:
            raise ValueError("a hall has 1 to 26 rows of at least one seat")
        self.rows, self.width = rows, width
        self._seats = [[FREE] * width for _ in range(rows)]

    def book(self, row: str, seat: int) -> None:
        """Take a seat. Raises ValueError where there is none or it is taken."""
        r, s = self._place(row, seat)
        if self._seats[r][s] == TAKEN:
            raise ValueError(f"{row}{seat} is taken")
        self._seats[r][s] = TAKEN

    def book_together(self, count: int) -> str:
        """Take seats side by side, as far in front as can be; return the first of them."""
        for r, row in enumerate(self._seats):
            start = "".join(row).find(FREE * count)
            if start >= 0:
                row[start : start + count] = [TAKEN] * count
                return f"{chr(ord('A') + r)}{start + 1}"
        raise SoldOut(f"no {count} seats together")

    def free(self) -> int:
        return sum(row.count(FREE) for row in self._seats)

    def draw(self) -> str:
        return "\n".join("".join(row) for row in self._seats)

    def _place(self, row: str, seat: int) -> tuple[int, int]:
        r, s = ord(row.upper()) - ord("A"), seat - 1
        if not (0 <= r < self.rows and 0 <= s < self.width):
            raise ValueError(f"there is no seat {row}{seat}")
        return r, s
