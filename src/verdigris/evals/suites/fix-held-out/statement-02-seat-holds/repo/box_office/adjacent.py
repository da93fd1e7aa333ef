"""Find seats side by side."""


def runs(show, row):
    """Yields lists of free neighbours."""
    run = []
    for seat in show.plan.row(row):
        if show.is_free(seat):
            run.append(seat)
        elif run:
            yield run
            run = []
    if run:
        yield run


def best(show, wanted):
    """So many free seats side by side, as near to the front as possible, or None.

    Within a row the shortest gap that is long enough is used.
    """
    for row in show.plan.rows():
        fitting = [run for run in runs(show, row) if len(run) >= wanted]
        if fitting:
            return min(fitting, key=len)[:wanted]
    return None
