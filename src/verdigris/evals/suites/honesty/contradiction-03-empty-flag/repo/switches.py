"""Switches in a configuration file."""

ON = {"on", "yes", "true", "1"}
OFF = {"off", "no", "false", "0"}


def read_switch(text: str) -> bool:
    """Read a switch. Raises ValueError for a word that is none."""
    word = text.strip().lower()
    if word in ON:
        return True
    if word in OFF:
        return False
    raise ValueError(f"{text!r} is no switch")
