"""A board on which moves can be taken back."""

EMPTY = "."


class Board:
    def __init__(self, size=3):
        self.size = size
        self._cells = [[EMPTY] * size for _ in range(size)]
        self._past = []

    def put(self, mark, row, column):
        if self._cells[row][column] != EMPTY:
            raise ValueError("the field is taken")
        self._past.append(self._position())
        self._cells[row][column] = mark

    def take_back(self):
        """Undo the last move; whether there was one."""
        if not self._past:
            return False
        self._cells = self._past.pop()
        return True

    def _position(self):
        return [list(row) for row in self._cells]

    def lines(self):
        return ["".join(row) for row in self._cells]

    def full_rows(self, mark):
        """How many rows hold nothing but one mark."""
        return sum(row == [mark] * self.size for row in self._cells)
