def trend(before, after):
    if before == after:
        return "same"
    return f"{'up' if after > before else 'down'} {abs(after - before)}"
