"""Short notes with tags, and a search over them."""

from dataclasses import dataclass
from datetime import date


@dataclass
class Note:
    text: str
    day: date
    tags: list[str]


def parse(line: str, day: date, tags: list[str] = []) -> Note:
    """Read a note; words with a hash are tags, added to those given."""
    words = []
    for word in line.split():
        if word.startswith("#") and len(word) > 1:
            if word[1:].lower() not in tags:
                tags.append(word[1:].lower())
        else:
            words.append(word)
    return Note(" ".join(words), day, tags)


def tagged(notes: list[Note], tag: str) -> list[Note]:
    return [note for note in notes if tag.lower() in note.tags]


def all_tags(notes: list[Note]) -> dict[str, int]:
    """Count how often each tag is used."""
    counts: dict[str, int] = {}
    for note in notes:
        for tag in note.tags:
            counts[tag] = counts.get(tag, 0) + 1
    return counts
