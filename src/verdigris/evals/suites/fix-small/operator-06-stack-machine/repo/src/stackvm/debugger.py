"""Looking at a program while it runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stackvm.errors import Fault
from stackvm.machine import Machine
from stackvm.words import show


@dataclass(frozen=True)
class Moment:
    address: int
    instruction: str
    stack: tuple[int, ...]
    """After the instruction."""

    def __str__(self) -> str:
        words = " ".join(show(word) for word in self.stack)
        return f"{self.address:04d}  {self.instruction:<12} [{words}]"


def trace(machine: Machine, limit: int = 1000) -> Iterator[Moment]:
    """Each step until the machine halts; a fault ends the trace and is raised."""
    for _ in range(limit):
        if machine.halted:
            return
        address = machine.at
        instruction = machine.step()
        yield Moment(address, str(instruction), tuple(machine.stack))


def run_to(machine: Machine, breakpoints: Iterable[int], limit: int = 10_000) -> int | None:
    """Run until the next instruction is at a breakpoint; None when the machine halted before."""
    stops = frozenset(breakpoints)
    for _ in range(limit):
        if machine.halted:
            return None
        if machine.at in stops:
            return machine.at
        machine.step()
    raise Fault("no breakpoint was reached")
