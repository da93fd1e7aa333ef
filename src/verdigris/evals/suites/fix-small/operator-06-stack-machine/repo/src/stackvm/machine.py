"""The machine itself: fetches instructions and carries them out."""

from __future__ import annotations

from collections.abc import Callable

from stackvm import words
from stackvm.console import Console
from stackvm.errors import BadAddress
from stackvm.instructions import Instruction, Op, decode
from stackvm.memory import Memory
from stackvm.stack import Stack

_BINARY: dict[Op, Callable[[int, int], int]] = {
    Op.ADD: words.add,
    Op.SUB: words.subtract,
    Op.MUL: words.multiply,
    Op.DIV: words.divide,
    Op.MOD: words.remainder,
    Op.AND: lambda a, b: a & b,
    Op.OR: lambda a, b: a | b,
    Op.XOR: lambda a, b: a ^ b,
    Op.SHL: words.shift_left,
    Op.SHR: words.shift_right,
    Op.EQ: lambda a, b: int(a == b),
    Op.LT: lambda a, b: int(a < b),
    Op.GT: lambda a, b: int(a > b),
}


class Machine:
    def __init__(self, code: list[int], console: Console | None = None) -> None:
        self.code = code
        self.console = console or Console()
        self.stack = Stack()
        self.calls = Stack(64)
        self.memory = Memory()
        self.at = 0
        self.halted = False

    def next(self) -> Instruction:
        """The instruction that comes next."""
        if not 0 <= self.at < len(self.code):
            raise BadAddress(f"no code at {self.at}")
        try:
            return decode(self.code, self.at)
        except (ValueError, IndexError):
            raise BadAddress(f"no instruction at {self.at}") from None

    def step(self) -> Instruction:
        """Carry out one instruction."""
        instruction = self.next()
        self.at += instruction.size
        op, operand = instruction.op, instruction.operand
        if op in _BINARY:
            self.stack.push(_BINARY[op](*self.stack.pair()))
        elif operand is None:
            self._plain(op)
        else:
            self._with_operand(op, operand)
        return instruction

    def _plain(self, op: Op) -> None:
        match op:
            case Op.HALT:
                self.halted = True
            case Op.DROP:
                self.stack.pop()
            case Op.DUP:
                self._push(*[self.stack.pop()] * 2)
            case Op.SWAP:
                lower, upper = self.stack.pair()
                self._push(upper, lower)
            case Op.OVER:
                lower, upper = self.stack.pair()
                self._push(lower, upper, lower)
            case Op.NEG:
                self.stack.push(words.subtract(0, self.stack.pop()))
            case Op.NOT:
                self.stack.push(~self.stack.pop())
            case Op.RET:
                self.at = self.calls.pop()
            case Op.OUT:
                self.console.number(self.stack.pop())
            case Op.EMIT:
                self.console.character(self.stack.pop())
            case Op.IN:
                self.stack.push(self.console.read())

    def _with_operand(self, op: Op, operand: int) -> None:
        match op:
            case Op.PUSH:
                self.stack.push(operand)
            case Op.JMP:
                self.at = operand
            case Op.JZ:
                if self.stack.pop() == 0:
                    self.at = operand
            case Op.CALL:
                self.calls.push(self.at)
                self.at = operand
            case Op.LOAD:
                self.stack.push(self.memory[operand])
            case Op.STORE:
                self.memory[operand] = self.stack.pop()

    def _push(self, *values: int) -> None:
        for value in values:
            self.stack.push(value)
