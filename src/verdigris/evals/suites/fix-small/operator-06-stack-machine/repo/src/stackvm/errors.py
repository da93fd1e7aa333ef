"""Faults of programs: found by the assembler, or by the machine while it runs."""

from __future__ import annotations


class AssemblyError(Exception):
    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class Fault(Exception):
    """The machine stops."""


class StackEmpty(Fault):
    pass


class StackFull(Fault):
    pass


class BadAddress(Fault):
    pass


class DivisionByZero(Fault):
    pass


class OutOfSteps(Fault):
    pass
