"""A stack machine with 32-bit words, and its assembler."""

from stackvm.assembler import assemble
from stackvm.machine import Machine
from stackvm.runner import run

__all__ = ["Machine", "assemble", "run"]
