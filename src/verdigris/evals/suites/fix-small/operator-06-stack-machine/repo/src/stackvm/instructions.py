"""The instructions: their names, and whether a word follows them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Op(IntEnum):
    HALT = 0
    PUSH = 1
    DROP = 2
    DUP = 3
    SWAP = 4
    OVER = 5
    ADD = 16
    SUB = 17
    MUL = 18
    DIV = 19
    MOD = 20
    NEG = 21
    AND = 32
    OR = 33
    XOR = 34
    NOT = 35
    SHL = 36
    SHR = 37
    EQ = 48
    LT = 49
    GT = 50
    JMP = 64
    JZ = 65
    CALL = 66
    RET = 67
    LOAD = 80
    STORE = 81
    OUT = 96
    EMIT = 97
    IN = 98


WITH_OPERAND = frozenset({Op.PUSH, Op.JMP, Op.JZ, Op.CALL, Op.LOAD, Op.STORE})


@dataclass(frozen=True)
class Instruction:
    op: Op
    operand: int | None = None

    @property
    def size(self) -> int:
        return 2 if self.op in WITH_OPERAND else 1

    def __str__(self) -> str:
        return self.op.name if self.operand is None else f"{self.op.name} {self.operand}"


def decode(code: list[int], at: int) -> Instruction:
    """The instruction at an address. Raises ValueError for a word that is none."""
    op = Op(code[at])
    return Instruction(op, code[at + 1] if op in WITH_OPERAND else None)
