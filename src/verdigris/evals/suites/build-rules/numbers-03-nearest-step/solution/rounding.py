def round_to(value, step):
    if step <= 0:
        raise ValueError("the step must be positive")
    nearest = (2 * abs(value) + step) // (2 * step) * step
    return nearest if value >= 0 else -nearest
