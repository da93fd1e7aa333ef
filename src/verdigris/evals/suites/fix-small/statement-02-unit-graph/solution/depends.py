"""What a service needs, directly and through others."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

Graph = Mapping[str, Sequence[str]]


def needed_by(graph: Graph, service: str) -> list[str]:
    """Return everything a service needs, nearest first, each once and never itself."""
    found: list[str] = []
    seen = {service}
    waiting = deque([service])
    while waiting:
        for other in graph.get(waiting.popleft(), ()):
            if other in seen:
                continue
            seen.add(other)
            found.append(other)
            waiting.append(other)
    return found


def users_of(graph: Graph, service: str) -> list[str]:
    """Return the services that would stop if this one did."""
    return [name for name in sorted(graph) if service in needed_by(graph, name)]


def unused(graph: Graph) -> Iterator[str]:
    """Yield services that nobody needs directly."""
    wanted = {other for others in graph.values() for other in others}
    yield from (name for name in graph if name not in wanted)


def distance(graph: Graph, start: str, end: str) -> int | None:
    """Return over how many edges one service reaches another; None when it does not."""
    layer, seen, steps = {start}, {start}, 0
    while layer:
        if end in layer:
            return steps
        layer = {other for name in layer for other in graph.get(name, ())} - seen
        seen |= layer
        steps += 1
    return None
