"""A small tree for both Python and JavaScript: only what a flow of text needs. Evaluates nothing.

`python.py` and `javascript.py` build it; `flow.py` and `evaluate.py` read it and know neither
language. What has no part in texts is an `Other` that keeps its children, so that calls inside it
are still seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(eq=False, kw_only=True)
class Node:
    line: int = 0
    end: int = 0
    up: Node | None = field(default=None, repr=False)

    def kids(self) -> Iterator[Node]:
        for name, value in self.__dict__.items():
            if name in ("up", "owner"):
                continue
            if isinstance(value, Node):
                yield value
            elif isinstance(value, list):
                for each in value:
                    inner = each.place if isinstance(each, Target) else each
                    if isinstance(inner, Node):
                        yield inner


@dataclass(eq=False)
class Text(Node):
    value: str


@dataclass(eq=False)
class Safe(Node):
    """A number, a truth value, nothing: whatever it is, it cannot break out of a statement."""

    parts: list[Node] = field(default_factory=list)


@dataclass(eq=False)
class Join(Node):
    """Pieces one after the other: an f-string, a template, a chain of `+`."""

    parts: list[Node]
    added: bool = False
    """By `+`, which also joins lists and adds numbers."""


@dataclass(eq=False)
class Name(Node):
    id: str


@dataclass(eq=False)
class Attr(Node):
    of: Node
    name: str


@dataclass(eq=False)
class Item(Node):
    of: Node
    key: Node


@dataclass(eq=False)
class Call(Node):
    func: Node
    args: list[Node]
    named: list[Named] = field(default_factory=list)
    tagged: bool = False
    """A JavaScript tag: the template's values are handed over apart from its text."""

    @property
    def called(self) -> str:
        """The last name of what is called."""
        return self.func.name if isinstance(self.func, Attr) else (
            self.func.id if isinstance(self.func, Name) else ""
        )  # fmt: skip


@dataclass(eq=False)
class Named(Node):
    name: str
    value: Node


@dataclass(eq=False)
class Pick(Node):
    test: Node
    yes: Node
    no: Node


@dataclass(eq=False)
class Logic(Node):
    parts: list[Node]
    every: bool
    """`and`; else `or`, or JavaScript's `??`."""


@dataclass(eq=False)
class Not(Node):
    part: Node


@dataclass(eq=False)
class Compare(Node):
    left: Node
    op: str
    right: Node


@dataclass(eq=False)
class Arith(Node):
    op: str
    left: Node
    right: Node


@dataclass(eq=False)
class Items(Node):
    parts: list[Node]


@dataclass(eq=False)
class Table(Node):
    """A dict or an object written out; a key of None is a spread."""

    keys: list[Node | None]
    values: list[Node]


@dataclass(eq=False)
class Spread(Node):
    of: Node


@dataclass(eq=False)
class Target:
    """A name that is bound, or a place that is stored into, and the way to its part."""

    name: str = ""
    place: Node | None = None
    path: tuple[int | str, ...] = ()


@dataclass(eq=False)
class Each(Node):
    """A comprehension: what is made of each element."""

    made: Node
    targets: list[Target]
    source: Node
    tests: list[Node]
    key: Node | None = None


@dataclass(eq=False)
class Other(Node):
    parts: list[Node]


@dataclass(eq=False)
class Param:
    name: str
    place: int
    default: Node | None = None
    path: tuple[int | str, ...] = ()
    safe: bool = False
    rest: bool = False
    safe_fields: frozenset[str] = frozenset()
    """Fields whose type lets no text through: `limit` of an interface with `limit: number`."""


@dataclass(eq=False)
class Func(Node):
    name: str
    params: list[Param]
    body: Block
    defaults: list[Node] = field(default_factory=list)
    private: bool = False
    owner: Class | None = field(default=None, repr=False)
    prop: bool = False
    """Read like an attribute."""


@dataclass(eq=False)
class Block(Node):
    stmts: list[Node]


@dataclass(eq=False)
class Bind(Node):
    targets: list[Target]
    value: Node
    each: bool = False
    keys: bool = False
    """The loop goes over keys: `for (k in table)`."""
    safe: bool = False
    declares: bool = True
    """Else it may be a variable of a function around that gets a new value."""


@dataclass(eq=False)
class Do(Node):
    value: Node


@dataclass(eq=False)
class If(Node):
    tests: list[Node]
    bodies: list[Block]
    orelse: Block


@dataclass(eq=False)
class Loop(Node):
    bind: Bind | None
    test: Node | None
    body: Block


@dataclass(eq=False)
class Try(Node):
    body: Block
    others: list[Block]


@dataclass(eq=False)
class Switch(Node):
    subject: Node
    cases: list[Case]


@dataclass(eq=False)
class Case(Node):
    values: list[Node]
    """None of them: the default."""
    body: Block


@dataclass(eq=False)
class Return(Node):
    value: Node | None


@dataclass(eq=False)
class Stop(Node):
    """The way ends here: raise, throw, break, continue."""

    value: Node | None = None


@dataclass(eq=False)
class Define(Node):
    func: Func


@dataclass(eq=False)
class Class(Node):
    name: str
    bases: list[Node]
    body: Block
    private: bool = False


STATEMENTS = (Bind, Do, If, Loop, Try, Switch, Return, Stop, Define, Class)


@dataclass(eq=False)
class Module:
    body: Block
    imports: dict[str, str]
    """Local names and the full names they were imported by."""
    language: str
    private_names: bool = False
    """A name that is not exported is private; else one that begins with an underscore."""


def linked(module: Module) -> list[Node]:
    """Give every node its parent, and return all nodes in the order of the text."""
    found: list[Node] = []
    stack: list[Node] = [module.body]
    while stack:
        node = stack.pop()
        found.append(node)
        kids = list(node.kids())
        for kid in kids:
            kid.up = node
        stack += reversed(kids)
    return found
