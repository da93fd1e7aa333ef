"""How values are shown, and how typed text becomes a value."""

from __future__ import annotations

from tinysheet.functions import Value


def show(value: Value) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case float():
            return str(int(value)) if value.is_integer() else f"{value:.10g}"
    return value


def typed(text: str) -> Value:
    """Numbers where it looks like one, else the text itself; a leading quote forces text."""
    if text == "":
        return None
    if text.startswith("'"):
        return text[1:]
    try:
        return float(text)
    except ValueError:
        return text
