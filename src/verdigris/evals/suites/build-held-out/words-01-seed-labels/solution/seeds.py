"""Short labels for seed bags."""


def short_label(name, width):
    """Return name, shortened by whole words to at most width characters."""
    words = name.split(" ")
    while len(words) > 1 and len(" ".join(words)) > width:
        words.pop()
    return " ".join(words)[:width]
