"""Tables as plain text, columns side by side."""


class Column:
    def __init__(self, head, cells=(), right=False):
        self.head = head
        self.cells = [str(cell) for cell in cells]
        self.right = right

    @property
    def width(self):
        """Room for the widest cell, and for the head."""
        widest = max((len(cell) for cell in self.cells), default=0)
        return widest if widest > len(self.head) else len(self.head)

    def at(self, row):
        """The cell of a row, padded; blank where the column is shorter."""
        text = self.cells[row] if row < len(self.cells) else ""
        return text.rjust(self.width) if self.right else text.ljust(self.width)


def render(columns):
    """The lines of a table: heads, a rule, and a line a row."""
    rows = 0
    for column in columns:
        rows = max(rows, len(column.cells))
    heads = "  ".join(column.head.ljust(column.width) for column in columns)
    rule = "  ".join("-" * column.width for column in columns)
    body = ["  ".join(column.at(row) for column in columns) for row in range(rows)]
    return [line.rstrip() for line in (heads, rule, *body)]
