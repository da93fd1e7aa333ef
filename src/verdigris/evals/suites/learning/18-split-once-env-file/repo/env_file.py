"""Reads files with a NAME=VALUE a line."""


class Malformed(ValueError):
    """A line that is no setting."""


def parse_line(line):
    """A name and a value; None for comments and empty lines."""
    text = line.strip()
    if not text or text.startswith("#"):
        return None
    if text.startswith("export "):
        text = text.removeprefix("export ").lstrip()
    parts = text.split("=")
    if len(parts) != 2 or not parts[0].strip():
        raise Malformed(line)
    return parts[0].strip(), unquoted(parts[1].strip())


def unquoted(value):
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1]
    return value


def parse(text):
    """All settings of a file; a later line wins."""
    found = {}
    for line in text.splitlines():
        pair = parse_line(line)
        if pair is not None:
            found[pair[0]] = pair[1]
    return found
