"""The notice of free plots in an allotment garden."""


def notice(plots):
    """Return the plot numbers as a short text such as "1-3, 7"."""
    runs = []
    for plot in sorted(set(plots)):
        if runs and runs[-1][1] == plot - 1:
            runs[-1][1] = plot
        else:
            runs.append([plot, plot])
    if not runs:
        return "none"
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
