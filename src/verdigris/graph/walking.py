"""From the nodes around a run to its story, and from a card's node to a Fix. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verdigris.core.graph import Facts, Fix, LinkKind, Node, Plain
from verdigris.core.value import Value


class Stage(Value):
    """A step of an iteration."""

    name: str
    seconds: float
    summary: str


class Round(Value):
    """One iteration, and what it came to."""

    number: int
    green: bool | None
    """None where no verdict was reached."""
    verdict: str
    trend: str
    lesson: str
    origin: str
    """Which proposer the change came from."""
    saw: tuple[str, ...]
    """Failures that were seen, each with its key."""
    types: tuple[str, ...]
    retrieved: tuple[str, ...]
    """Files that were suspected, the likeliest first."""
    recalled: tuple[str, ...]
    """Cards whose change was taken."""
    changed: tuple[str, ...]
    broken: tuple[str, ...]
    """Tests that the change broke."""
    cards: tuple[str, ...]
    """What was learned."""
    steps: tuple[Stage, ...]


class Path(Value):
    """What led to what in one run."""

    run: str
    job: str
    goal: str
    project: str
    status: str
    """Empty while it has not ended."""
    reason: str
    rounds: tuple[Round, ...]


def path_of(run: str, facts: Facts) -> Path:
    """Return the story that the facts around a run tell."""
    around = _Around(facts)
    node = around.nodes[f"Run:{run}"]
    rounds = sorted(around.out("HAS_ITERATION", node), key=lambda one: _number(one, "number"))
    return Path(
        run=run,
        job=_text(node, "job"),
        goal=_text(node, "goal"),
        project=_text(node, "project_name"),
        status=_text(node, "status"),
        reason=_text(node, "reason"),
        rounds=tuple(_round(around, one) for one in rounds),
    )


def fix_of(
    card: Node,
    *,
    failure: Node | None,
    files: Iterable[str],
    times: int,
    recalled: int,
    alike: bool,
) -> Fix:
    return Fix(
        card=card.key,
        run=_text(card, "run"),
        iteration=int(_number(card, "iteration")),
        green=card.properties.get("green") is True,
        summary=_text(card, "summary"),
        root_cause=_text(card, "root_cause"),
        verification=_text(card, "verification"),
        broken=_texts(card, "broken"),
        files=tuple(sorted(files)),
        signature=failure.key if failure else "",
        failure=_text(failure, "failure") if failure else "",
        alike=alike,
        times=times,
        recalled=recalled,
        at=_number(card, "at"),
    )


def in_order(fixes: Sequence[Fix]) -> list[Fix]:
    return sorted(fixes, key=lambda one: (one.alike, not one.green, -one.at, one.card))


class _Around:
    def __init__(self, facts: Facts) -> None:
        self.nodes = {node.id: node for node in facts.nodes}
        self._out: dict[tuple[str, str], list[tuple[float, str]]] = {}
        for link in facts.links:
            rank = link.properties.get("rank", 0)
            place = float(rank) if isinstance(rank, int | float) else 0.0
            self._out.setdefault((link.source, link.kind), []).append((place, link.target))

    def out(self, kind: LinkKind, node: Node) -> list[Node]:
        # Nodes and links may have been read at two moments: what is gone by then is left out.
        ends = (target for _, target in sorted(self._out.get((node.id, kind), [])))
        return [self.nodes[target] for target in ends if target in self.nodes]


def _round(around: _Around, node: Node) -> Round:
    saw = around.out("SAW_FAILURE", node)
    cards = around.out("HAS_FIX_CARD", node)
    green = node.properties.get("green")
    steps = sorted(around.out("HAS_STEP", node), key=lambda one: _number(one, "finished_at"))
    return Round(
        number=int(_number(node, "number")),
        green=green if isinstance(green, bool) else None,
        verdict=_text(node, "verdict"),
        trend=_text(node, "trend"),
        lesson=_text(node, "lesson"),
        origin=_text(node, "origin"),
        saw=tuple(f"{one.key} {_text(one, 'failure')}" for one in saw),
        types=tuple(dict.fromkeys(t.key for one in saw for t in around.out("OF_TYPE", one))),
        retrieved=_paths(around.out("RETRIEVED_FILE", node)),
        recalled=tuple(one.key for one in around.out("RECALLED", node)),
        changed=_paths(around.out("CHANGED_FILE", node)),
        broken=_texts(node, "broken"),
        cards=tuple(one.key for one in cards),
        steps=tuple(
            Stage(
                name=_text(one, "name"),
                seconds=_number(one, "seconds"),
                summary=_text(one, "summary"),
            )
            for one in steps
        ),
    )


def _paths(files: Iterable[Node]) -> tuple[str, ...]:
    return tuple(_text(one, "path") for one in files)


def _text(node: Node, name: str) -> str:
    value: Plain = node.properties.get(name, "")
    return value if isinstance(value, str) else ""


def _texts(node: Node, name: str) -> tuple[str, ...]:
    value: Plain = node.properties.get(name, [])
    return tuple(value) if isinstance(value, list) else ()


def _number(node: Node, name: str) -> float:
    value: Plain = node.properties.get(name, 0)
    return float(value) if isinstance(value, int | float) else 0.0
