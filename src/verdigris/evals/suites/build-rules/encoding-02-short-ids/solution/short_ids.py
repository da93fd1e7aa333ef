ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def to_id(number):
    if number < 0:
        raise ValueError("the number must not be negative")
    text = ""
    while number or not text:
        number, rest = divmod(number, len(ALPHABET))
        text = ALPHABET[rest] + text
    return text


def from_id(text):
    if not text:
        raise ValueError("an id is not empty")
    number = 0
    for char in text.lower():
        if char not in ALPHABET:
            raise ValueError(f"not in the alphabet: {char}")
        number = number * len(ALPHABET) + ALPHABET.index(char)
    return number
