"""Initials for the folders of a choir."""

LITTLE_WORDS = {"von", "van", "de"}


def initials(name):
    """Return the initials of a full name, such as "K.-H.B."."""
    result = ""
    for part in name.split():
        if part not in LITTLE_WORDS:
            result += "-".join(piece[0].upper() + "." for piece in part.split("-"))
    return result
