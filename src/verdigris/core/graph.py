"""What led to what, as plain values: nodes, the links between them, and answers about them. No I/O.

Facts are written more than once and mean the same: a node is its kind and key, a link its two ends
and its kind, and properties are added to those that are there.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from verdigris.core.value import Value

NodeKind = Literal[
    "Run", "Iteration", "Step", "File", "FixCard", "FailureSignature", "BugType",
]  # fmt: skip
LinkKind = Literal[
    "HAS_ITERATION", "HAS_STEP", "RETRIEVED_FILE", "CHANGED_FILE", "SAW_FAILURE", "HAS_FIX_CARD",
    "RECALLED", "ABOUT", "OF_TYPE",
]  # fmt: skip
Plain = str | int | float | bool | list[str]
"""What a property may be: no more than every graph database can hold."""

ENDS: dict[LinkKind, tuple[tuple[NodeKind, NodeKind], ...]] = {
    "HAS_ITERATION": (("Run", "Iteration"),),
    "HAS_STEP": (("Iteration", "Step"),),
    "RETRIEVED_FILE": (("Iteration", "File"),),
    "CHANGED_FILE": (("Iteration", "File"), ("FixCard", "File")),
    "SAW_FAILURE": (("Iteration", "FailureSignature"),),
    "HAS_FIX_CARD": (("Iteration", "FixCard"),),
    "RECALLED": (("Iteration", "FixCard"),),
    "ABOUT": (("FixCard", "FailureSignature"),),
    "OF_TYPE": (("FailureSignature", "BugType"),),
}
"""Which kinds of nodes each kind of link goes from and to."""
LEAVES: tuple[NodeKind, ...] = ("FailureSignature", "BugType", "File")
"""Kinds that are of no interest once nothing links to them, in the order in which they fall."""


class Node(Value):
    kind: NodeKind
    key: str
    properties: dict[str, Plain] = Field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.kind}:{self.key}"


class Link(Value):
    kind: LinkKind
    source: str
    """Id of a node, `Run:261115-0315`."""
    target: str
    properties: dict[str, Plain] = Field(default_factory=dict)

    @property
    def ends(self) -> tuple[str, str]:
        """The kinds of its two nodes."""
        return self.source.partition(":")[0], self.target.partition(":")[0]


class Facts(Value):
    nodes: tuple[Node, ...] = ()
    links: tuple[Link, ...] = ()

    def __add__(self, other: Facts) -> Facts:
        return Facts(nodes=self.nodes + other.nodes, links=self.links + other.links)


class HotFile(Value):
    """A file, and how often runs came to it."""

    path: str
    project: str
    """A hash that tells the project from others."""
    name: str
    """The last part of the project's folder."""
    changed: int
    """Iterations that changed it."""
    green: int
    """Of these, those that went green."""
    retrieved: int
    """Iterations that suspected it."""
    cards: int


class Fix(Value):
    """A card, as the graph knows it."""

    card: str
    run: str
    iteration: int
    green: bool
    summary: str = ""
    root_cause: str = ""
    verification: str = ""
    broken: tuple[str, ...] = ()
    """Tests that passed before its change and did not after it."""
    files: tuple[str, ...] = ()
    signature: str = ""
    failure: str = ""
    """The failure in words."""
    alike: bool = False
    """It is about another failure, which is the same but for the names."""
    times: int = 0
    """Iterations that came to this card."""
    recalled: int = 0
    """Iterations that tried its change because it was remembered."""
    at: float = 0.0


class BugType(Value):
    name: str
    failures: int
    """Different failures of this type."""
    seen: int
    """Iterations that worked on one."""
    green: int
    """Cards about one whose change went green."""
    red: int
