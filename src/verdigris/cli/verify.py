"""`verdigris verify`: check a run's evidence again, from scratch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from verdigris.cli.options import AsJson
from verdigris.cli.show import Run

if TYPE_CHECKING:
    from verdigris.core.events import Event


def verify(run: Run, as_json: AsJson = False) -> None:
    """Check a run's verdict again, from scratch.

    The tests are run anew on the project as it was found and with the run's change, in fresh copies
    and cold processes; the outcomes must be those in the run's evidence.json, test by test. A green
    verdict must stand a second run, and the failure must come back without the change. Your files
    are not touched. The exit status is 0 if everything holds and 1 if not.

    \b
    Examples:
      verdigris verify last
      verdigris verify 261115-0315 --json
    """
    import asyncio
    import json
    from pathlib import Path

    from verdigris.engine.runner import task_of
    from verdigris.engine.runs import find_run, kept_flags
    from verdigris.engine.verify import verify as check
    from verdigris.settings import load
    from verdigris.telemetry.terminal import plain

    settings = load().settings
    run_id = find_run(settings, run)
    task = asyncio.run(task_of(run_id, settings))
    settings = load(Path(task.root), kept_flags(settings, run_id)).settings
    found = asyncio.run(check(settings, run_id, () if as_json else (_Progress(),)))
    if as_json:
        typer.echo(json.dumps({**found.model_dump(mode="json"), "holds": found.holds}))
    else:
        for proof in found.proofs:
            mark = "✔" if proof.holds else "✘"
            typer.echo(f"{mark}  {proof.name:<17} {plain(proof.detail).plain}")
        typer.echo(f"{run_id}: {'the evidence holds' if found.holds else 'it does NOT hold'}.")
    raise typer.Exit(0 if found.holds else 1)


class _Progress:
    """One line a run of the suite, so that nobody wonders what takes so long."""

    async def hear(self, event: Event) -> None:
        from verdigris.core.events import SuiteRan

        if isinstance(event, SuiteRan):
            typer.echo(f"   ran the tests ({event.purpose}): {event.report.summary()}", err=True)
