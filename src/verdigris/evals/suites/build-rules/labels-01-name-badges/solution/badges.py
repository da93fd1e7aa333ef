def badge(name):
    words = name.split()
    if not words:
        return "?"
    chosen = words[:1] if len(words) == 1 else [words[0], words[-1]]
    return "".join(word[0] for word in chosen).upper()
