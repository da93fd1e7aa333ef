"""Asks the person at the terminal. Only used where there is one."""

from __future__ import annotations

import signal
from collections.abc import Callable

import typer

from verdigris.core.approval import Question


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
