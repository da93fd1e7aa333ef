"""The most frequent words of a text, for a word cloud."""

import re
from collections import Counter

STOP_WORDS = frozenset("a an and are as at be by for in is it of on or that the to was with".split())
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, without the most common ones."""
    found = _WORD.findall(text)
    return [word for word in found if word not in STOP_WORDS and len(word) > 1]


def top(text: str, count: int = 10) -> list[tuple[str, int]]:
    """Return the most frequent words, equal ones by the alphabet."""
    counted = Counter(words(text))
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:count]


def sizes(text: str, smallest: int = 10, largest: int = 40) -> dict[str, int]:
    """Return a font size for each of the top words."""
    ranked = top(text)
    if not ranked:
        return {}
    most, least = ranked[0][1], ranked[-1][1]
    span = max(most - least, 1)
    return {
        word: smallest + (largest - smallest) * (number - least) // span for word, number in ranked
    }


def shared(first: str, second: str) -> set[str]:
    return set(words(first)) & set(words(second))
