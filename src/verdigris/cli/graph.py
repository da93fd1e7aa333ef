"""`verdigris graph`: questions to the knowledge graph, here or on a server that speaks Cypher."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer

from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from verdigris.graph.addresses import Address
    from verdigris.graph.base import GraphStore
    from verdigris.settings import Settings

    T = TypeVar("T")

app = typer.Typer(
    no_args_is_help=True,
    help="Ask which runs did what to which files, and because of which failures.",
)
_Source = Annotated[
    Literal["local", "neo4j"] | None,
    typer.Option(
        "--source",
        help="Where to ask: the local database, or the server of graph.url. "
        "[default: graph.source, which is local]",
    ),
]
_Limit = Annotated[int, typer.Option("--limit", "-n", min=1, help="How many are listed.")]


@app.command("hot-files")
def hot_files(
    project: Annotated[
        Path | None, typer.Option("--project", help="Only files of the project in this folder.")
    ] = None,
    limit: _Limit = 20,
    source: _Source = None,
    as_json: AsJson = False,
) -> None:
    """List the files that runs changed and suspected most.

    A file counts once for each iteration of a run. Paths are relative to their project, which is
    named beside them.

    \b
    Examples:
      verdigris graph hot-files
      verdigris graph hot-files --project . --limit 5
      verdigris graph hot-files --source neo4j --json
    """
    from verdigris.core.task import Task

    whose = Task(root=str(project.resolve())).project if project else ""
    found = _asked(source, lambda graph: graph.hot_files(limit, whose))
    if as_json:
        _print_json({"files": [one.model_dump(mode="json") for one in found]})
        return
    rows = [(o.changed, o.green, o.retrieved, o.cards, f"{o.path}  ({o.name})") for o in found]
    _table(("changed", "green", "suspected", "cards", "file"), rows, "No file was changed yet.")


@app.command()
def fixes(
    signature: Annotated[
        str, typer.Argument(metavar="SIGNATURE", help="The failure's key, or its beginning.")
    ],
    limit: _Limit = 20,
    source: _Source = None,
    as_json: AsJson = False,
) -> None:
    """List what was tried on a failure, what helped first, and what helped its like.

    A failure has a key; `graph path`, `memory search --json` and `memory show` print it. Fixes of
    failures that are the same but for the names are marked as alike.

    \b
    Examples:
      verdigris graph fixes 11eb9bec
      verdigris graph fixes 11eb9bec --json
    """
    from verdigris.graph import asking

    key, found = _asked(source, lambda graph: asking.fixes(graph, signature, limit))
    if as_json:
        fixes = [one.model_dump(mode="json") for one in found]
        _print_json({"signature": key, "fixes": fixes})
        return
    from verdigris.cli.graph_view import tell_fixes

    tell_fixes(key, found)


@app.command()
def path(
    run_id: Annotated[
        str, typer.Argument(metavar="RUN", help="The run, by its id or its beginning.")
    ],
    source: _Source = None,
    as_json: AsJson = False,
) -> None:
    """Show what led to what in a run: failure, suspects, card, change, verdict.

    \b
    Examples:
      verdigris graph path 261115-0315
      verdigris graph path 261115-0315 --json
    """
    from verdigris.graph import asking

    found = _asked(source, lambda graph: asking.path(graph, run_id))
    if as_json:
        _print_json({"path": found.model_dump(mode="json")})
        return
    from verdigris.cli.graph_view import tell_path

    tell_path(found)


@app.command("bug-types")
def bug_types(limit: _Limit = 20, source: _Source = None, as_json: AsJson = False) -> None:
    """List the types of failures that were seen, with how their cards ended.

    A type is the exception, where it is one of Python's own, and what it is about, roughly:
    IndexError, TypeError/None, AssertionError/list.

    \b
    Examples:
      verdigris graph bug-types
      verdigris graph bug-types --limit 5 --json
    """
    found = _asked(source, lambda graph: graph.bug_types(limit))
    if as_json:
        _print_json({"bug_types": [one.model_dump(mode="json") for one in found]})
        return
    rows = [(o.failures, o.seen, o.green, o.red, o.name) for o in found]
    heads = ("failures", "iterations", "green", "red", "type")
    _table(heads, rows, "No failure was seen yet.")


@app.command()
def cypher(
    statement: Annotated[str, typer.Argument(metavar="STATEMENT", help="A statement in Cypher.")],
    limit: _Limit = 100,
    write: Annotated[bool, typer.Option("--write", help="Let it change the graph.")] = False,
    as_json: AsJson = False,
) -> None:
    """Put a question of your own to the server of graph.url, in Cypher.

    It may read and no more: what it changes is taken back, unless --write is given. The kinds of
    nodes and links are in the documentation, on the page about the knowledge graph.

    \b
    Examples:
      verdigris graph cypher "MATCH (r:Run) RETURN r.status, count(*)"
      verdigris graph cypher "MATCH (c:FixCard)-[:CHANGED_FILE]->(f) RETURN f.path, c.summary"
    """
    from verdigris.graph.neo4j import Neo4jGraph

    async def work(settings: Settings) -> Any:
        async with Neo4jGraph(_server(settings, "Cypher is understood there only.")) as graph:
            return await graph.ask(statement, limit=limit, write=write)

    found = _run(work)
    if as_json:
        rows = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
        _print_json({"rows": rows, "more": found.more})
        return
    _table(found.columns, found.rows, "Nothing fits.")
    if found.more:
        typer.echo(f"… and more; --limit shows more than {limit}.")


@app.command()
def deliver(
    everything: Annotated[
        bool, typer.Option("--all", help="Send the whole graph, not only what is waiting.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Send what is waiting to the server of graph.url.

    Runs do so at their start and end. Each fact is there once, however often it is sent. --all
    is for a server that is new: it is told what runs did before it was configured.

    \b
    Examples:
      verdigris graph deliver
      verdigris graph deliver --all
    """
    from verdigris.errors import MissingError
    from verdigris.graph.letters import deliver_all, post_all
    from verdigris.graph.neo4j import Neo4jGraph
    from verdigris.store.database import Database

    async def work(settings: Settings) -> Any:
        server = _server(settings)
        async with await Database.open(settings.database_url) as database:
            if everything:
                await database.transact(lambda connection: post_all(connection, server.target))
            async with Neo4jGraph(server) as graph:
                return await deliver_all(database, server.target, graph)

    done = _run(work)
    if as_json:
        _print_json(done.model_dump(mode="json"))
    elif not done.left:
        typer.echo(f"Delivered {done.sent}; nothing is waiting.")
    if done.left and not as_json:
        raise MissingError(
            f"Delivered {done.sent}; {done.left} waiting: {done.why.rstrip('.')}.",
            hint="The next run sends it, or this command, when that is mended.",
        )
    raise typer.Exit(3 if done.left else 0)


def _asked(
    source: Literal["local", "neo4j"] | None, question: Callable[[GraphStore], Awaitable[T]]
) -> T:
    async def work(settings: Settings) -> T:
        async with _graph(settings, source or settings.graph.source) as graph:
            return await question(graph)

    return _run(work)


def _run(work: Callable[[Settings], Awaitable[T]]) -> T:
    import asyncio

    from verdigris.settings import load

    async def run() -> T:
        return await work(load(Path.cwd()).settings)

    return asyncio.run(run())


@asynccontextmanager
async def _graph(settings: Settings, source: str) -> AsyncIterator[GraphStore]:
    if source == "neo4j":
        from verdigris.graph.neo4j import Neo4jGraph

        async with Neo4jGraph(_server(settings)) as graph:
            yield graph
        return
    from verdigris.graph.relational import SqlGraph
    from verdigris.store.database import Database

    async with await Database.open(settings.database_url) as database:
        yield SqlGraph(database)


def _server(settings: Settings, why: str = "") -> Address:
    from verdigris.errors import UserError
    from verdigris.graph.addresses import address

    server = address(settings)
    if server is None:
        raise UserError(
            f"There is no graph server: graph.url is not set. {why}".strip(),
            hint="Set it: VERDIGRIS_GRAPH__URL=neo4j://host:7687, with NEO4J_PASSWORD.",
        )
    return server


def _print_json(value: dict[str, Any]) -> None:
    import json

    typer.echo(json.dumps(value, default=str))


def _table(heads: Any, rows: Any, none: str) -> None:
    from verdigris.cli.graph_view import tell_table

    tell_table(heads, rows, none)
