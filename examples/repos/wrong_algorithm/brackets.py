"""Are the brackets of a text balanced?"""

PAIRS = {")": "(", "]": "[", "}": "{"}


def is_balanced(text):
    """Return True when every bracket is closed by its own kind, in the right order."""
    for closing, opening in PAIRS.items():
        if text.count(opening) != text.count(closing):
            return False
    return True
