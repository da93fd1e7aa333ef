PAIRS = {")": "(", "]": "[", "}": "{"}


def first_problem(text):
    opened = []
    for place, char in enumerate(text):
        if char in PAIRS.values():
            opened.append(place)
        elif char in PAIRS:
            if not opened or text[opened[-1]] != PAIRS[char]:
                return place
            opened.pop()
    return opened[-1] if opened else -1
