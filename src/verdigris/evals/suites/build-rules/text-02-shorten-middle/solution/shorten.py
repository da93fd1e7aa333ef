def shorten(text, limit):
    if limit < 3:
        raise ValueError("the limit must be at least 3")
    if len(text) <= limit:
        return text
    kept = limit - 1
    tail = kept // 2
    return text[: kept - tail] + "~" + text[len(text) - tail :]
