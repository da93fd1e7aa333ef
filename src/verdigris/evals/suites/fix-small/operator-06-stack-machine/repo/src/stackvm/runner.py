"""Running a program to its end."""

from __future__ import annotations

from collections.abc import Iterable

from stackvm.assembler import assemble
from stackvm.console import Console
from stackvm.errors import OutOfSteps
from stackvm.machine import Machine


def run(source: str, given: Iterable[int] = (), steps: int = 10_000) -> str:
    """What the program writes. Raises a Fault when it does wrong or does not end."""
    console = Console(given)
    machine = Machine(assemble(source), console)
    for _ in range(steps):
        if machine.halted:
            return console.text
        machine.step()
    if machine.halted:
        return console.text
    raise OutOfSteps(f"still running after {steps} steps")
