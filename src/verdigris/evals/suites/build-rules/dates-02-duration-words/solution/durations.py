UNITS = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))


def describe(seconds):
    if seconds == 0:
        return "0 s"
    left, parts = abs(seconds), []
    for name, size in UNITS:
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count} {name}")
    return ("-" if seconds < 0 else "") + " ".join(parts[:2])
