"""Asks the person at the terminal. Only used where there is one."""

from __future__ import annotations

import signal
from collections.abc import Callable

import typer

from verdigris.core.approval import Question


class TerminalAsker:
    """Asks for what a goal leaves open; an empty answer leaves it open."""

    def __init__(self, clear: Callable[[], None]) -> None:
        self._clear = clear

    async def say(self, question: str) -> str:
        from verdigris.telemetry.terminal import plain

        self._clear()
        mine = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            said: str = typer.prompt(plain(question).plain, default="", show_default=False)
            return said.strip()
        except typer.Abort:
            typer.echo()
            return ""
        finally:
            signal.signal(signal.SIGINT, mine)


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
