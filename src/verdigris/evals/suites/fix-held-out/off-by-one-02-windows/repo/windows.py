"""Cut a signal into windows."""


def windows(samples, size, step=None):
    """Yields (start, window) for each full window; without `step` they do not overlap."""
    step = step or size
    if size < 1 or step < 1:
        raise ValueError("size and step are at least 1")
    for start in range(0, len(samples) - size, step):
        yield start, samples[start : start + size]


def energy(window):
    return sum(x * x for x in window) / len(window)


def zero_crossings(window):
    """How often the sign changes from one sample to the next."""
    return sum((a < 0) != (b < 0) for a, b in zip(window, window[1:]))
