"""The board of a word guessing game."""


def reveal(word, guessed):
    """Return word with an underscore for every letter not guessed yet."""
    known = set(guessed.lower()) | {" ", "-"}
    return "".join(letter if letter.lower() in known else "_" for letter in word)
