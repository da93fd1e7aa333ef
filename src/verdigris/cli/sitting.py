"""What `fix`, `build` and `audit` share: a task in the foreground, with Ctrl+C understood.

Ctrl+C once finishes the step and saves; twice stops at once. Either way the run can be resumed.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from verdigris.core.result import RunResult
    from verdigris.core.task import Task
    from verdigris.engine.sitting import Options
    from verdigris.settings import Settings


def carry_out(
    task: Task | None,
    settings: Settings,
    options: Options,
    *,
    as_json: bool,
    verbose: bool,
    ask: bool = False,
) -> RunResult:
    """Run in the foreground and print; raises VerdigrisError, or typer.Exit when interrupted."""
    from rich.console import Console

    from verdigris.cli.approve import TerminalApprover, TerminalAsker
    from verdigris.engine.runs import run_folder
    from verdigris.telemetry.terminal import Terminal

    console = Console(stderr=as_json, quiet=as_json and not verbose)
    terminal = Terminal(console, verbose=verbose)
    options = replace(options, listeners=(*options.listeners, terminal))
    if not as_json and is_interactive():
        options = replace(options, approver=TerminalApprover(terminal.close))
    if ask:
        options = replace(options, asker=TerminalAsker(terminal.close))
    try:
        result = asyncio.run(_interruptible(task, settings, options, console))
    except (asyncio.CancelledError, KeyboardInterrupt):
        where = run_folder(settings, options.run_id) / "checkpoints.db"
        again = f"--resume-run-id {options.run_id}" if where.exists() else "the same command"
        typer.echo(f"Stopped at once; nothing is lost. Go on with: {again}", err=True)
        raise typer.Exit(130) from None
    finally:
        terminal.close()
    if as_json:
        typer.echo(result.model_dump_json(indent=2))
    return result


async def _interruptible(
    task: Task | None, settings: Settings, options: Options, console: Console
) -> RunResult:
    from verdigris.engine.runner import run

    loop = asyncio.get_running_loop()
    work = asyncio.ensure_future(run(task, settings, options))

    def interrupt() -> None:
        if options.halt.reason:
            work.cancel()
        else:
            options.halt.request("interrupted")
            console.print(
                "[yellow]Finishing this step, then saving. Ctrl+C again stops at once.[/]"
            )

    loop.add_signal_handler(signal.SIGINT, interrupt)
    loop.add_signal_handler(signal.SIGTERM, work.cancel)
    try:
        return await work
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        loop.remove_signal_handler(signal.SIGTERM)


def exit_status(result: RunResult) -> int:
    if result.status in ("green", "done"):
        return 0
    return 130 if result.status == "paused" and result.reason == "interrupted" else 1


def is_interactive() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()
