"""`verdigris diff`: the change of a run, or of one of its steps."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from verdigris.cli.show import Run

if TYPE_CHECKING:
    from verdigris.core.change import Change
    from verdigris.settings import Settings


def diff(
    run: Run,
    step: Annotated[
        int | None,
        typer.Argument(metavar="STEP", help="The number of a step, as `verdigris show` lists it."),
    ] = None,
    stat: Annotated[
        bool, typer.Option("--stat", help="Print how many lines of each file changed.")
    ] = False,
    name_only: Annotated[
        bool, typer.Option("--name-only", help="Print only the names of the changed files.")
    ] = False,
) -> None:
    """Show what a run changed, or what one of its steps was about to change.

    Without a step, all that the run won is shown as one patch against the project as it was found.
    With a step, the change that was worked on at that step, also one that failed, against the best
    version until then. What is printed to a pipe or a file is a patch that `git apply` takes.

    \b
    Examples:
      verdigris diff last
      verdigris diff 261115-0315 6
      verdigris diff 261115-0315 --stat
      verdigris diff 261115-0315 | git apply --check
    """
    import asyncio
    from pathlib import Path

    from verdigris.engine.runs import find_run
    from verdigris.settings import load

    settings = load(Path.cwd()).settings
    run_id = find_run(settings, run)
    change = asyncio.run(_change(settings, run_id, step))
    if name_only:
        typer.echo("\n".join(change.paths))
    elif stat:
        typer.echo(_stat(change))
    elif sys.stdout.isatty():
        from rich.console import Console

        from verdigris.cli.story import print_diff

        print_diff(Console(), change.diff)
    else:
        sys.stdout.buffer.write(change.patch)


async def _change(settings: Settings, run_id: str, step: int | None) -> Change:
    from verdigris.engine.history import past_of, whole_change
    from verdigris.errors import UserError

    past = past_of(settings, run_id)
    if step is None:
        change = await whole_change(settings, run_id, past.last)
        if change is None:
            raise UserError(f"Run {run_id} won nothing: there is no change to show.")
        return change
    moment, _ = past.at(step)
    if moment.change is None:
        at = next((m.number for m in past.moments if m.change), None)
        raise UserError(
            f"There was no change yet at step {step} ({moment.step}).",
            hint=f"The first is at: verdigris diff {run_id} {at}" if at else "",
        )
    return moment.change


def _stat(change: Change) -> str:
    rows = []
    for edit in change.edits:
        lines = edit.diff().splitlines()
        plus = sum(line.startswith("+") and not line.startswith("+++ ") for line in lines)
        minus = sum(line.startswith("-") and not line.startswith("--- ") for line in lines)
        rows.append(f" {edit.path} | {plus + minus} {'+' * min(plus, 40)}{'-' * min(minus, 40)}")
    files = len(change.edits)
    return "\n".join([*rows, f" {files} file{'' if files == 1 else 's'} changed"])
