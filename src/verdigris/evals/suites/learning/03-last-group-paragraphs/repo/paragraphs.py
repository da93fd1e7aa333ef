"""From lines to paragraphs, and some figures about them."""


def paragraphs(lines):
    """Lines that belong together, joined; empty lines stand between."""
    found, current = [], []
    for line in lines:
        text = line.strip()
        if text:
            current.append(text)
        elif current:
            found.append(" ".join(current))
            current = []
    return found


def words(text):
    return sum(len(each.split()) for each in paragraphs(text.splitlines()))


def first_lines(text, most=20):
    """The beginning of each paragraph, for a table of contents."""
    heads = []
    for each in paragraphs(text.splitlines()):
        heads.append(each if len(each) <= most else each[: most - 1] + "…")
    return heads
