"""How long a build takes with as many workers as one likes."""

from collections.abc import Mapping

from ordering import order
from targets import Target


def finish_times(targets: Mapping[str, Target]) -> dict[str, int]:
    """Return when each target is done."""
    done: dict[str, int] = {}
    for name in order(targets):
        target = targets[name]
        start = max((done[other] for other in target.needs), default=0)
        done[name] = start + target.seconds
    return done


def critical_path(targets: Mapping[str, Target]) -> list[str]:
    """Return the chain of targets that decides how long the build takes."""
    done = finish_times(targets)
    if not done:
        return []
    path = [max(done, key=lambda name: done[name])]
    while needs := targets[path[-1]].needs:
        path.append(max(needs, key=lambda name: done[name]))
    return path[::-1]
