def longest_streak(values, wanted):
    best, length = None, 0
    for place, value in enumerate(values):
        length = length + 1 if value == wanted else 0
        if length and (best is None or length >= best[1]):
            best = (place - length + 1, length)
    return best
