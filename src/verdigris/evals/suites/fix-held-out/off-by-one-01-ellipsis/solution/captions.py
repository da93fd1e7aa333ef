"""Fit captions into columns of a terminal table."""

ELLIPSIS = "..."


def shorten(text, width):
    """At most `width` characters; what is cut off at the end shows as an ellipsis."""
    if width < len(ELLIPSIS):
        return text[:width]
    if len(text) <= width:
        return text
    return text[: width - len(ELLIPSIS)].rstrip() + ELLIPSIS


def shorten_middle(text, width):
    """At most `width` characters; what is cut out of the middle shows as an ellipsis.

    The beginning gets the odd character.
    """
    if len(text) <= width:
        return text
    if width < len(ELLIPSIS) + 2:
        return shorten(text, width)
    room = width - len(ELLIPSIS)
    tail = room // 2
    head = room - tail
    return text[:head] + ELLIPSIS + text[len(text) - tail :]


def row(cells, widths, middle=()):
    """Cells side by side; the columns numbered in `middle` are cut in the middle."""
    out = []
    for number, (cell, width) in enumerate(zip(cells, widths)):
        cut = shorten_middle if number in middle else shorten
        out.append(cut(cell, width).ljust(width))
    return " | ".join(out).rstrip()
