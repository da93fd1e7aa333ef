"""Tell how a run went."""

from .model import Status

SIGNS = {Status.DONE: "+", Status.FAILED: "!", Status.SKIPPED: "-"}


def line(outcome):
    text = f"{SIGNS[outcome.status]} {outcome.name}"
    if outcome.attempts > 1:
        text += f" ({outcome.attempts} attempts)"
    if outcome.reason:
        text += f": {outcome.reason}"
    return text


def summary(run):
    counts = {status: len(run.names(status)) for status in Status}
    return ", ".join(f"{count} {status.value}" for status, count in counts.items() if count) or "nothing to do"


def report(run):
    return "\n".join([*(line(o) for o in run.outcomes.values()), summary(run)])


class Log:
    """A listener that keeps the lines."""

    def __init__(self):
        self.lines = []

    def __call__(self, outcome):
        self.lines.append(line(outcome))
