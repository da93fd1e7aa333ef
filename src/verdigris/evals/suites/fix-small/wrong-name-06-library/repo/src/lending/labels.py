"""Labels for the spines of the books."""

from __future__ import annotations

from lending.catalogue import Copy, Title


def shelf_mark(title: Title) -> str:
    """Where the title stands: three letters of the author's last name, and the year."""
    last_name = title.author.split()[-1]
    letters = "".join(letter for letter in last_name if letter.isalpha())[:3]
    return f"{letters.capitalize():<3} {title.year % 100:02d}".strip()


def label(copy: Copy, title: Title, width: int = 12) -> str:
    """Shelf mark, start of the name and barcode, centred, a line each."""
    name = title.name if len(title.name) <= width else f"{title.name[: width - 1]}…"
    lines = [shelf_mark(title), name, copy.barcode]
    if copy.reference:
        lines.append("REFERENCE")
    return "\n".join(line.center(width).rstrip() for line in lines)
