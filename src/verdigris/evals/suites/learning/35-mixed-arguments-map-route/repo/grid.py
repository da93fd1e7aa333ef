"""Places on a map: columns are letters, rows are numbers."""


def place(column, row):
    """Column 2, row 7 is "C7"."""
    if not 0 <= column < 26 or row < 1:
        raise ValueError(f"({column}, {row}) is off the map")
    return f"{chr(65 + column)}{row}"


def position(name):
    """The column and the row of a place."""
    return ord(name[0]) - 65, int(name[1:])
