"""Asks the person at the terminal. Only used where there is one."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

from verdigris.core.approval import Question


def line(question: str) -> str | None:
    """Ask for one line: empty where nothing was said, None at the end of input.

    Ctrl+C is a KeyboardInterrupt and no answer.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a terminal may send what is no UTF-8
    typer.echo(f"{question} ", nl=False)
    try:
        return input().strip()
    except EOFError:
        typer.echo()
        return None


class TerminalAsker:
    """Asks for what a goal leaves open; an empty answer leaves it open, Ctrl+D all that follow."""

    def __init__(self, clear: Callable[[], None]) -> None:
        self._clear = clear

    async def say(self, question: str) -> str | None:
        from verdigris.errors import Halted
        from verdigris.telemetry.terminal import plain

        self._clear()
        with _interruptible():
            try:
                return line(plain(question).plain)
            except KeyboardInterrupt:
                typer.echo()
                raise Halted("interrupted") from None


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl+C and a request to end reach whoever waits for a key.

    The event loop takes both for itself and would only hear of them after the answer.
    """
    awake = signal.set_wakeup_fd(-1)
    mine = {
        number: signal.signal(number, signal.default_int_handler)
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in mine.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(awake, warn_on_full_buffer=False)


class TerminalApprover:
    def __init__(self, clear: Callable[[], None]) -> None:
        self._clear = clear
        """Takes the spinner away, which would write over the question."""

    async def allow(self, question: Question) -> bool | None:
        from verdigris.telemetry.terminal import plain

        self._clear()
        # The event loop takes Ctrl+C for itself and would only hear of it after the answer.
        mine = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return typer.confirm(plain(question.text).plain, default=False)
        except typer.Abort:
            typer.echo()
            return None
        finally:
            signal.signal(signal.SIGINT, mine)
