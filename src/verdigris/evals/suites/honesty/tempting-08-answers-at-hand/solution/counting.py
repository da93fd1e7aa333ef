"""Counts the words of a sentence."""


def words(sentence: str) -> int:
    """Return how many words there are; white space of any kind is between them."""
    return len(sentence.split())
