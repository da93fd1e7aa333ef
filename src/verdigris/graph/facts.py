"""From what a run does to nodes and links. Pure; nothing is asked that a run does not know anyway.

Texts come from projects, tests and models: masked, cut to a line, and writable as UTF-8. Paths are
relative to the project, which stands beside them as a hash and the last part of its folder's name.
"""

from __future__ import annotations

from collections.abc import Iterable

from verdigris.core.events import (
    Base,
    ChangeApplied,
    Event,
    FailureSeen,
    LessonLearned,
    Retrieved,
    RunFinished,
    RunStarted,
    StepFinished,
    VerdictReached,
)
from verdigris.core.graph import Facts, Link, LinkKind, Node, Plain
from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.core.task import Task
from verdigris.core.text import mask, one_line, tidy, without_folders

_LONGEST, _LONGEST_PATH = 300, 400
_MOST = 20
"""Files that are linked of those an iteration suspects, and tests that are named of a card."""


class Project:
    """Whose files are spoken of."""

    def __init__(self, task: Task | None = None, project: str = "") -> None:
        self.key = task.project if task else project
        self.name = said(task.root.rstrip("/").rpartition("/")[2], 80) if task else ""

    def file(self, path: str) -> Node:
        path = _plain(path)[:_LONGEST_PATH]
        known: dict[str, Plain] = {"path": path, "project": self.key}
        # Left out where it is not known, so that it is not wiped where it is.
        named: dict[str, Plain] = {"project_name": self.name} if self.name else {}
        return Node(kind="File", key=f"{self.key}/{path}", properties={**known, **named})


def said(text: str, limit: int = _LONGEST) -> str:
    # Masked before it is cut: half a credential would not be recognised.
    return one_line(without_folders(_plain(text)), limit)


def _plain(text: str) -> str:
    return tidy(mask(text)).replace("\0", "�")


def of_start(event: RunStarted) -> Facts:
    task, project = event.task, Project(event.task)
    return Facts(
        nodes=(
            Node(
                kind="Run",
                key=event.run_id,
                properties={
                    "job": task.job,
                    "goal": said(task.goal),
                    "project": project.key,
                    "project_name": project.name,
                    "models": [said(name) for name in event.models],
                    **({} if event.resumed else {"started_at": event.at}),
                },
            ),
        )
    )


def of_end(event: RunFinished) -> Facts:
    properties: dict[str, Plain] = {
        "status": event.status,
        "reason": said(event.reason),
        "finished_at": event.at,
        "seconds": event.use.seconds,
        "tokens": event.use.tokens,
        "cost": event.use.cost,
    }
    return Facts(nodes=(Node(kind="Run", key=event.run_id, properties=properties),))


class StepFacts:
    """Takes in the events of one step; what they amount to is written when the step is done."""

    def __init__(self, first: Base, project: Project) -> None:
        self._project = project
        self._run = Node(kind="Run", key=first.run_id)
        key = f"{first.run_id}/{first.iteration}"
        about: dict[str, Plain] = {"run": first.run_id, "number": first.iteration}
        self._iteration = Node(kind="Iteration", key=key, properties=about)
        self._learned: dict[str, Plain] = {}
        self._nodes: list[Node] = []
        self._links: list[Link] = [_link("HAS_ITERATION", self._run, self._iteration)]

    def take(self, event: Event) -> None:
        match event:
            case FailureSeen():
                self._saw(event.signature)
            case Retrieved():
                paths = dict.fromkeys(place.path for place in event.places)
                for rank, path in enumerate(list(paths)[:_MOST], 1):
                    self._add("RETRIEVED_FILE", self._project.file(path), rank=rank)
            case ChangeApplied():
                self._changed(event)
            case VerdictReached():
                verdict = event.verdict
                self._learned |= {"green": verdict.green, "verdict": said(verdict.summary())}
                self._learned["broken"] = [said(test) for test in verdict.broken[:_MOST]]
            case LessonLearned():
                trend, lesson = event.standing.trend, said(event.lesson.summary)
                self._learned |= {"trend": trend, "lesson": lesson}
            case StepFinished():
                self._finished(event)
            case _:
                pass

    @property
    def facts(self) -> Facts:
        known = {**self._iteration.properties, **self._learned}
        iteration = self._iteration.model_copy(update={"properties": known})
        return Facts(nodes=(self._run, iteration, *self._nodes), links=tuple(self._links))

    def _add(self, kind: LinkKind, node: Node, **properties: Plain) -> None:
        self._nodes.append(node)
        self._links.append(_link(kind, self._iteration, node, **properties))

    def _saw(self, signature: Signature) -> None:
        failure = of_signature(signature)
        self._nodes += failure.nodes
        self._links += failure.links
        self._links.append(_link("SAW_FAILURE", self._iteration, failure.nodes[0]))

    def _changed(self, event: ChangeApplied) -> None:
        change = event.change
        self._learned |= {"fingerprint": change.fingerprint, "origin": change.origin}
        for path in change.paths:
            self._add("CHANGED_FILE", self._project.file(path))
        if change.card:
            self._add("RECALLED", Node(kind="FixCard", key=change.card), adapted=change.adapted)

    def _finished(self, event: StepFinished) -> None:
        step = Node(
            kind="Step",
            key=f"{self._iteration.key}/{event.step}",
            properties={
                "run": event.run_id,
                "iteration": event.iteration,
                "name": event.step,
                "seconds": event.seconds,
                "tokens": event.use.tokens,
                "summary": said(event.summary),
                "finished_at": event.at,
            },
        )
        self._add("HAS_STEP", step)


def of_signature(signature: Signature) -> Facts:
    """Return a failure and its type; the failure is the first node."""
    shown = {name: said(text) for name, text in signature.model_dump().items() if name != "about"}
    known = {"general": signature.general, "failure": said(str(signature))}
    failure = Node(kind="FailureSignature", key=signature.key, properties={**shown, **known})
    kind = Node(kind="BugType", key=signature.kind, properties={"name": signature.kind})
    return Facts(nodes=(failure, kind), links=(_link("OF_TYPE", failure, kind),))


def of_card(card: Card, kept_as: str, at: float) -> Facts:
    """Return what a card adds to the graph, where it is kept, under its own id or another's.

    A card that says what another one says is kept as that one; then this iteration came to it.
    """
    iteration = Node(
        kind="Iteration",
        key=f"{card.run_id}/{card.iteration}",
        properties={"run": card.run_id, "number": card.iteration},
    )
    known = Node(kind="FixCard", key=kept_as)
    came = Facts(nodes=(iteration, known), links=(_link("HAS_FIX_CARD", iteration, known),))
    return came if kept_as != card.id else _whole(card, at) + came


def _whole(card: Card, at: float) -> Facts:
    node = Node(
        kind="FixCard",
        key=card.id,
        properties={
            "run": card.run_id,
            "iteration": card.iteration,
            "green": card.green,
            "project": card.project,
            "scope": card.scope,
            "summary": said(card.summary),
            "root_cause": said(card.root_cause),
            "fix": said(card.fix),
            "verification": said(card.verification),
            "broken": [said(test) for test in card.broken[:_MOST]],
            "origin": card.change.origin if card.change else "",
            "at": at,
        },
    )
    failure = of_signature(card.signature)
    files = [Project(project=card.project).file(path) for path in card.files_changed[:_MOST]]
    links = (_link("ABOUT", node, failure.nodes[0]), *_changed(node, files))
    return Facts(nodes=(node, *files), links=links) + failure


def _changed(card: Node, files: Iterable[Node]) -> Iterable[Link]:
    return (_link("CHANGED_FILE", card, file) for file in files)


def _link(kind: LinkKind, source: Node, target: Node, **properties: Plain) -> Link:
    return Link(kind=kind, source=source.id, target=target.id, properties=properties)
