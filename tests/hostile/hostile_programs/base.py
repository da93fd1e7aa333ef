"""One hostile program: what it tries, and by what evidence from outside it is judged.

A program's own word counts for nothing. `Proof` names the evidence it is after; the harness
(`hostile_harness.py`) looks for every kind of evidence after every program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Proof = Literal[
    "leak",  # the secret stands in the output or in a file that stays
    "change",  # something outside the workspace was changed, made or taken away
    "contact",  # a listener outside heard from it, or could reach it
    "signal",  # a process outside was signalled, stopped or altered
    "terminal",  # the caller's terminal received its bytes
    "survivor",  # one of its processes lived on after the run had returned
    "crowd",  # many more processes at a time than allowed
    "memory",  # much more memory at a time than allowed
    "disk",  # much more written than allowed
    "descriptors",  # many more open files than allowed
    "cpu",  # much more processor time than allowed
    "wall",  # alive long after the wall clock had struck
    "output",  # much more output accepted than allowed
    "privilege",  # seen from outside, it holds capabilities of this machine
    "elevation",  # seen from outside, set-user-id programs may give it rights
    "handle",  # seen from outside, it holds an object of the kernel that it should not get
    "fooled",  # the caller was told that it went well, which it did not
    "hang",  # the caller never got an answer
]


OnProcess = Literal[
    "stopped",
    "not stopped",
    "grouped",  # stopped where control groups may be written
    "counted",  # stopped where control groups may be written, or the user is not root
    "watched",  # stopped, but noticed by looking now and then: somewhat late
]
"""What the backend `process`, which only limits, makes of a program."""


@dataclass(frozen=True)
class Program:
    id: str
    tries: str
    """What it wants, as a half-sentence for the documentation."""
    proof: Proof
    code: str
    process: OnProcess = "not stopped"
    language: Literal["python", "sh"] = "python"
    root: bool = False
    """Whether it can work at all only where Verdigris runs as root."""
    scene: str = ""
    """What must be set up outside beyond the usual world; see `hostile_scenes.py`."""
    unproved: str = ""
    """Why it is not run without any sandbox; empty when it is, and is seen to work there."""
    limits: Mapping[str, float] = field(default_factory=dict)
    """Limits other than the usual ones of the corpus."""
