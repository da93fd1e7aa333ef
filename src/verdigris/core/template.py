"""An edit of Python code with holes, learned from changes that went green; and how it has fared.

Values only. Making templates and matching them is in `repair/templates`, keeping them in
`memory/patterns.py`. Both sides of a template are Python text in which some identifiers are holes.
"""

from __future__ import annotations

import hashlib
import re
from typing import Literal

from pydantic import Field

from verdigris.core.value import FORMAT, Value

HOLE = re.compile(r"\b_([enacsr])(\d+)_\b")
"""`_e1_` any expression, `_n1_` a name, `_a1_` an attribute, `_c1_` a constant, `_s1_` a
statement, `_r1_` any number of statements. The same hole is the same code wherever it stands."""
PREFIX = "template:"
"""Before a template's id, where operators and templates are named side by side."""
_LETTERS = {"e": "xyzwuvpqst", "n": "abcdfghijk", "a": "abcdfghijk", "c": "nmkljrht"}

Form = Literal["expr", "stmts"]


class Template(Value):
    format: int = FORMAT
    form: Form
    """Whether the sides are one expression each, or statements."""
    before: str
    after: str
    uses: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Holes for statements, to the holes for expressions that must be used in them."""
    imports: tuple[str, ...] = ()
    """What the new code needs of the standard library: `import copy`."""

    @property
    def id(self) -> str:
        parts = [self.form, self.before, self.after, *self.imports]
        parts += [f"{hole} {' '.join(used)}" for hole, used in sorted(self.uses.items())]
        return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:12]

    @property
    def operator(self) -> str:
        return f"{PREFIX}{self.id}"

    def __str__(self) -> str:
        """Return it for people: `x[:n] → x[:n + 1]`."""
        names = _friendly(f"{self.before}\n{self.after}")
        before, after = (
            " ⏎ ".join(HOLE.sub(lambda m: names[m.group()], side).splitlines()) or "nothing"
            for side in (self.before, self.after)
        )
        return f"{before} → {after}"


def _friendly(text: str) -> dict[str, str]:
    taken = set(re.findall(r"\w+", text))
    names: dict[str, str] = {}
    for match in HOLE.finditer(text):
        if match.group() not in names:
            free = (n for n in _LETTERS.get(match.group(1), ()) if n not in taken)
            name = (
                "…" if match.group(1) in "sr" else next(free, f"{match.group(1)}{match.group(2)}")
            )
            taken.add(name)
            names[match.group()] = name
    return names


class Provenance(Value):
    """Where a template was learned. Says nothing of what the code was about."""

    key: str
    """Run and iteration, or commit: learning from the same place twice counts once."""
    at: float
    """When the change was made, in seconds since the epoch."""
    repository: str = ""
    """A hash of the repository's name."""
    weight: float = 1.0
    """How much it counts: a change that was verified by tests counts in full."""
    kind: str = ""
    """`Signature.kind` of the failure it mended, where that is known."""


class Learned(Value):
    """A template on its way into a store, with every change that speaks for it."""

    template: Template
    shape: str
    """What kinds of code it is about: templates of one shape may be merged."""
    sources: tuple[Provenance, ...]


class Tally(Value):
    """How often an operator or template was tried for one kind of failure, and went green."""

    subject: str
    """An operator's name, or `template:ID`."""
    kind: str = ""
    """`Signature.kind` of the failures; empty for all of them together."""
    tried: int = 0
    green: int = 0
    recent_tried: float = 0.0
    """The same with old experience counting less."""
    recent_green: float = 0.0

    @property
    def red(self) -> int:
        return self.tried - self.green


class Tallies(Value):
    """What one search of candidates found out about its operators."""

    kind: str
    """Of the failure worked on: `Signature.kind`."""
    counts: dict[str, tuple[int, int]]
    """Operator to candidates tried, and how many of them went green."""


class Kept(Value):
    """A template as a store knows it."""

    template: Template
    support: float = 0.0
    """The weights of the changes it was learned from, added up."""
    support_here: float = 0.0
    """The same, of changes that mended the kind of failure that was asked about."""
    sources: int = 0
    overall: Tally
    here: Tally
    """How it fared on the kind of failure that was asked about."""


class Offer(Value):
    """A template that is worth trying on a failure, and how likely it is to mend it."""

    template: Template
    weight: float
