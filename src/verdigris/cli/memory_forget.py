"""`verdigris memory forget` and `prune`: cards, and with --with-runs what their runs left here."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verdigris.cli.memory_store import Shared, on_memory, telling
from verdigris.cli.memory_view import tell_gone, tell_kept, tell_traces
from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verdigris.core.lesson import Card
    from verdigris.engine.forgetting import Trace
    from verdigris.settings import Settings
    from verdigris.store.database import Database


def forget(
    card_id: Annotated[
        str, typer.Argument(metavar="ID", help="The card, by its id or its beginning.")
    ] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Forget all cards, templates and counts.")
    ] = False,
    project: Annotated[
        Path | None, typer.Option("--project", help="Forget all cards about a project's folder.")
    ] = None,
    run: Annotated[
        str, typer.Option("--run", metavar="RUN", help="Forget all cards of a run, by its id.")
    ] = "",
    with_runs: Annotated[
        bool,
        typer.Option("--with-runs", help="Remove the record of the runs they came from as well."),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")] = False,
    shared: Shared = False,
    as_json: AsJson = False,
) -> None:
    """Forget a card, those of a project or of a run, or everything.

    What was learned from those cards alone goes too: templates, counts, candidates known to fail.
    The database's file is rewritten, so that nothing of it is left there. A shared memory forgets
    the cards of this machine too, as soon as it can be reached; --shared removes cards there
    whoever told them, and nothing here.

    The record of a run stays: its answers, diffs and logs say what the card said. --with-runs
    removes that too, after showing what would go: the run's folder and its rows in the database.
    Such a run cannot be shown, resumed, verified or undone afterwards. With --project, that is
    every run on the folder; with --all, every run. On a database server that others use too, these
    are the runs that have their folder here; all cards go, whoever told them.

    \b
    Examples:
      verdigris memory forget 3f2a9c0d
      verdigris memory forget 3f2a9c0d --with-runs
      verdigris memory forget --run 261115-031500-a1b2c3 --with-runs
      verdigris memory forget --project path/to/project --with-runs
      verdigris memory forget --all --yes
    """
    from verdigris.engine import forgetting
    from verdigris.errors import UserError
    from verdigris.memory import keeping
    from verdigris.settings import load

    if sum((bool(card_id), bool(run), everything, project is not None)) != 1:
        raise UserError("Say what to forget: one card, --run RUN, --project FOLDER, or --all.")
    if shared and (with_runs or run):
        raise UserError(
            "--run and --with-runs are about the runs of this machine, --shared is about cards "
            "elsewhere.",
            hint="Do one after the other.",
        )
    settings = load(Path.cwd()).settings
    meant = _Meant(
        card_id,
        run,
        _name_of(project, shared=shared) if project is not None else "",
        str(project.resolve()) if project is not None else "",
    )

    async def work(database: Database, target: str) -> dict[str, int]:
        gone, taught = {}, 0
        if with_runs:  # first, so that after a kill the cards still say which runs are meant
            taught = await forgetting.remove(database, settings, traces)  # those that were shown
            gone["runs"] = len(traces)
        if everything:
            counted = await keeping.stats(database)
            await keeping.forget_all(database, target=target)
            return {"cards": counted.cards, "templates": counted.templates + taught, **gone}
        cards = await meant.cards(database)
        templates = await keeping.forget(database, cards, target=target)
        return {"cards": len(cards), "templates": templates + taught, **gone}

    traces = [] if shared else on_memory(lambda database: meant.traces(database, settings))
    if with_runs:
        forgetting.require_idle(settings, traces)
        if not (as_json and yes):  # who is asked must see what about
            tell_traces(traces, err=as_json)
    if not yes and (with_runs or not card_id):
        others = shared or not settings.database_url.startswith("sqlite")
        whose = " It is the memory of everyone who shares it." if others else ""
        typer.confirm(f"Forget this for good?{whose}", abort=True, err=as_json)
    tell_gone(telling(work, shared=shared), as_json)
    if traces and not with_runs:
        tell_kept(len(traces), meant.named(traces), quiet=as_json)


@dataclass(frozen=True)
class _Meant:
    """What is to be forgotten: a card, a run or a project; everything where none is named."""

    card_id: str
    run: str
    project: str
    root: str

    def named(self, traces: Sequence[Trace]) -> list[str]:
        """Return the options that mean these runs again, now that the cards are gone."""
        if self.root:
            return [f"--project {shlex.quote(self.root)}"]
        return [f"--run {one.run_id}" for one in traces] if self.card_id or self.run else ["--all"]

    async def cards(self, database: Database) -> list[Card]:
        from verdigris.memory import keeping

        if self.card_id:
            return [(await keeping.get(database, self.card_id)).card]
        every = await keeping.every(database)
        if self.run:
            return [card for card in every if card.run_id == self.run and not card.foreign]
        return [card for card in every if card.project == self.project or not self.project]

    async def traces(self, database: Database, settings: Settings) -> list[Trace]:
        from verdigris.engine.forgetting import every_trace, run_trace, traces_of
        from verdigris.errors import UserError

        if self.card_id or self.project:
            return await traces_of(database, settings, await self.cards(database), self.root)
        if not self.run:
            return await every_trace(database, settings)
        found = await run_trace(database, settings, self.run)
        if not found and not await self.cards(database):
            raise UserError(
                f"There is no run {self.run} on this machine.",
                hint="`verdigris runs` lists them. Give the whole id.",
            )
        return found


def prune(
    older_than: Annotated[
        str, typer.Option("--older-than", metavar="AGE", help="Only older cards: 90d, 12w, 24h.")
    ] = "",
    never_helped: Annotated[
        bool, typer.Option("--never-helped", help="Only cards whose fix was never of use again.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would go.")] = False,
    shared: Shared = False,
    as_json: AsJson = False,
) -> None:
    """Forget cards that are old, or have never helped.

    Both conditions hold where both are given. Removal is as thorough as that of `forget`.

    \b
    Examples:
      verdigris memory prune --older-than 180d
      verdigris memory prune --older-than 30d --never-helped --dry-run
    """
    from verdigris.errors import UserError
    from verdigris.memory import keeping

    if not older_than and not never_helped:
        raise UserError("Say what to prune: --older-than AGE, --never-helped, or both.")
    age = _seconds(older_than) if older_than else None

    async def old(database: Database) -> list[Card]:
        return await keeping.to_prune(database, older_than=age, never_helped=never_helped)

    async def work(database: Database, target: str) -> dict[str, int]:
        cards = await old(database)
        templates = await keeping.forget(database, cards, target=target) if cards else 0
        return {"cards": len(cards), "templates": templates}

    if dry_run:
        gone = {"cards": len(on_memory(old, shared=shared)), "templates": 0}
    else:
        gone = telling(work, shared=shared)
    tell_gone(gone, as_json, dry_run=dry_run)


def _name_of(project: Path, *, shared: bool) -> str:
    """Return what the cards of a project call it: on this machine, or wherever it was cloned."""
    if not shared:
        from verdigris.core.task import Task

        return Task(root=str(project.resolve())).project
    from verdigris.engine.sharing import project_of
    from verdigris.errors import UserError

    if found := project_of(project.resolve()):
        return found
    raise UserError(
        f"{project} was not cloned from anywhere, so its cards cannot be told from others there.",
        hint="Forget them one by one: `verdigris memory search --shared` lists them.",
    )


def _seconds(age: str) -> float:
    from verdigris.errors import UserError

    match = re.fullmatch(r"(\d{1,6})\s*([hdw])", age.strip().lower())
    if match is None:
        raise UserError(f"'{age}' is no age.", hint="Write 24h, 90d or 12w.")
    return int(match[1]) * {"h": 3600.0, "d": 86400.0, "w": 604800.0}[match[2]]
