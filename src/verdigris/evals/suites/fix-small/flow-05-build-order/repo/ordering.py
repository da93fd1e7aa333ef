"""The order in which targets are built."""

from collections.abc import Mapping

from targets import Target

_OPEN, _DONE = 1, 2


class Cycle(ValueError):
    """Targets that need each other."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(" -> ".join(names))
        self.names = names


def order(targets: Mapping[str, Target]) -> list[str]:
    """Return all targets, each after everything it needs. Raises Cycle, KeyError."""
    state: dict[str, int] = {}
    ordered: list[str] = []
    way: list[str] = []

    def visit(name: str) -> None:
        if state.get(name) == _DONE:
            return
        if state.get(name) == _OPEN:
            raise Cycle([*way[way.index(name) :], name])
        state[name] = _DONE
        way.append(name)
        ordered.append(name)
        for other in targets[name].needs:
            visit(other)
        way.pop()

    for name in targets:
        visit(name)
    return ordered


def only_for(targets: Mapping[str, Target], wanted: str) -> list[str]:
    """Return what has to be built for one target, in order."""
    needed, waiting = set(), [wanted]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += targets[name].needs
    return [name for name in order(targets) if name in needed]
