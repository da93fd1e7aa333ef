"""Which memory a command is about: the database of this machine, or the one that is shared."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from verdigris.engine.sharing import Elsewhere
    from verdigris.memory.finding import Found
    from verdigris.memory.patterns import PatternStore
    from verdigris.settings import Settings
    from verdigris.store.database import Database
    from verdigris.store.outbox import Delivered

    T = TypeVar("T")

Shared = Annotated[
    bool,
    typer.Option("--shared", help="Look at the memory of memory.url instead of this machine's."),
]


def on_memory(work: Callable[[Database], Awaitable[T]], *, shared: bool = False) -> T:
    """Do something with the cards of this machine, or with the shared ones."""

    async def run(settings: Settings) -> T:
        from verdigris.store.database import Database

        url = _shared_url(settings) if shared else settings.database_url
        async with await Database.open(url, others=shared) as database:
            return await work(database)

    return _run(run)


def looking(words: Sequence[str], *, signature: str, limit: int, shared: bool) -> list[Found]:
    """Find cards by what was typed."""

    async def run(settings: Settings) -> list[Found]:
        from verdigris.memory.finding import find
        from verdigris.memory.likeness.comparing import comparing
        from verdigris.store.database import Database

        url = _shared_url(settings) if shared else settings.database_url
        async with (
            await Database.open(url, others=shared) as database,
            comparing(settings, database) as nearness,
        ):
            found = await find(database, words, signature=signature, limit=limit, nearness=nearness)
            if nearness is not None and nearness.trouble:
                typer.echo(f"Only words were looked for: {nearness.trouble}", err=True)
            return found

    return _run(run)


def telling(work: Callable[[Database, str], Awaitable[T]], *, shared: bool = False) -> T:
    """Do something with cards here that the shared memory must hear of, and let it hear.

    The work is given what letters to that memory are filed under; empty where there is none.
    """

    async def run(settings: Settings) -> T:
        from verdigris.engine.sharing import elsewhere
        from verdigris.memory.likeness.comparing import forget_vectors
        from verdigris.store.database import Database

        if shared:
            async with await Database.open(_shared_url(settings), others=True) as database:
                done = await work(database, "")
                await forget_vectors(settings, database)
                return done
        there = elsewhere(settings, _silent)
        async with await Database.open(settings.database_url) as database:
            try:
                done = await work(database, there.sender.target if there else "")
            finally:
                await forget_vectors(settings, database)
            if there is not None:
                _say_what_waits(await _deliver(there, database))
            return done

    return _run(run)


async def on_patterns(
    settings: Settings, work: Callable[[PatternStore], Awaitable[T]], *, tells: bool = True
) -> T:
    """Do something with the templates of this machine; let the shared memory hear of it."""
    from verdigris.engine.sharing import elsewhere, told
    from verdigris.memory.patterns_sql import SqlPatterns
    from verdigris.store.database import Database

    there = elsewhere(settings, _silent) if tells and settings.memory.mode != "off" else None
    async with await Database.open(settings.database_url) as database:
        done = await work(SqlPatterns(database, tell=told(there)))
        if there is not None:
            _say_what_waits(await _deliver(there, database))
        return done


def deliver(
    everything: Annotated[
        bool, typer.Option("--all", help="Tell all that this machine learned, not only what waits.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Send what is waiting to the shared memory of memory.url.

    Runs do so at their start and at their end. Each card is there once, however often it is sent.
    Exits with 3 when something is left, and says why. --all is for a memory that is new: it is told
    the cards and the templates that were learned before it was configured.

    \b
    Examples:
      verdigris memory deliver
      verdigris memory deliver --all
    """
    from verdigris.cli.memory_view import print_json
    from verdigris.errors import MissingError, SettingsError

    async def work(settings: Settings) -> Delivered:
        from verdigris.engine.sharing import elsewhere, for_others
        from verdigris.memory.shared.letters import post_all
        from verdigris.store.database import Database

        there = elsewhere(settings, _silent)
        async with await Database.open(settings.database_url) as database:
            target = there.sender.target if there else ""
            if waits := await for_others(database, target):
                typer.echo(f"Note: {waits}. {_OTHERS}", err=True)
            if there is None:
                raise SettingsError("No shared memory is configured.", hint=_HOW)
            if everything:
                await database.transact(lambda connection: post_all(connection, there.sender))
            return await _deliver(there, database, quiet=as_json, within=3600.0)

    done = _run(work)
    if as_json:
        print_json(done.model_dump(mode="json"))
        raise typer.Exit(3 if done.left else 0)
    if done.left:
        raise MissingError(
            f"Delivered {done.sent}; {done.waits}: {done.why.rstrip('.')}.",
            hint="The next run sends it, or this command, when that is mended.",
        )
    typer.echo(f"Delivered {done.sent}; nothing is waiting.")


_HOW = "Set `memory.url` in your settings, or VERDIGRIS_MEMORY__URL: docs/shared-memory.md."

_OTHERS = "Each is told when `memory.url` names it."


async def _deliver(
    there: Elsewhere, database: Database, *, quiet: bool = True, within: float = 10.0
) -> Delivered:
    import sys

    def show(sent: int) -> None:
        if not quiet and sys.stderr.isatty():
            typer.echo(f"\r{sent} sent", nl=False, err=True)

    try:
        return await there.deliver(database, within=within, insist=True, told=show)
    finally:
        await there.careful.close()


def _say_what_waits(done: Delivered) -> None:
    if done.left:
        typer.echo(
            f"The shared memory was not told yet ({done.why.rstrip('.')}): {done.waits}. "
            "`verdigris memory deliver` sends what waits.",
            err=True,
        )


async def _silent(why: str) -> None:
    """Who asks for it is told by the command itself."""


def _shared_url(settings: Settings) -> str:
    from verdigris.engine.sharing import is_database
    from verdigris.errors import SettingsError, UserError

    url = settings.memory.url
    if not url:
        raise SettingsError("No shared memory is configured.", hint=_HOW)
    if not is_database(url):
        raise UserError(
            "Only a shared memory in PostgreSQL can be looked through.",
            hint="Use the tools of the memory itself, or leave out --shared.",
        )
    return url


def _run(work: Callable[[Any], Awaitable[T]]) -> T:
    import asyncio

    from verdigris.settings import load

    async def run() -> T:
        return await work(load(Path.cwd()).settings)

    return asyncio.run(run())
