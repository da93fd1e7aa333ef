"""Which books of the class library are still out."""


def still_out(log):
    """Return the books that each child still has."""
    books = {}
    for child, book, move in log:
        held = books.setdefault(child, [])
        if move == "out":
            held.append(book)
        elif book in held:
            held.remove(book)
    return {child: held for child, held in books.items() if held}
