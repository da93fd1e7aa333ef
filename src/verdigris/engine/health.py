"""What is here and what is missing, for `verdigris doctor`. Looks; installs nothing."""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path

from verdigris.core.value import Value
from verdigris.errors import VerdigrisError
from verdigris.models.resolve import model_name
from verdigris.sandbox.pick import BACKENDS, Backend, describe, open_backend, pick
from verdigris.settings import Machine, Settings
from verdigris.suites.detect import interpreter_for
from verdigris.suites.finding import asked, find


class Check(Value):
    name: str
    ok: bool
    detail: str
    cure: str = ""
    needed: bool = False
    """Whether `fix` cannot work without it."""


async def examine(root: Path, settings: Settings) -> list[Check]:
    """Return one check per thing Verdigris can use here."""
    return [
        Check(
            name="python",
            ok=(3, 11) <= sys.version_info[:2] <= (3, 13),
            detail=f"{platform.python_version()} on {platform.system()} {platform.machine()}",
            cure="Verdigris supports Python 3.11 to 3.13.",
            needed=True,
        ),
        _program("git", "keeps the history of a run", "apt-get install git", needed=True),
        _program("rg", "searches code fast", "apt-get install ripgrep"),
        *await _sandbox(settings),
        await _suite(root, settings),
        _model(settings),
        await _store(settings),
        *await _graph(settings),
        await _comparing(settings),
        *await _shared_memory(settings),
    ]


def _program(name: str, use: str, cure: str, *, needed: bool = False) -> Check:
    path = shutil.which(name, path=Machine.current().path)
    return Check(
        name=name,
        ok=path is not None,
        detail=path or f"not found ({use})",
        cure=f"Install it: {cure}",
        needed=needed,
    )


async def _sandbox(settings: Settings) -> list[Check]:
    """Say which sandbox is used and why, what keeps its limits, and what the others lack."""
    machine = Machine.current()
    try:
        picked = await pick(settings, machine)
    except VerdigrisError as error:
        return [Check(name="sandbox", ok=False, detail=str(error), cure=error.hint, needed=True)]
    sandbox = picked.sandbox
    asked = settings.sandbox.backend
    why = "as asked for" if asked != "auto" else "the strongest that works here"
    rows = [
        Check(
            name="sandbox",
            ok=sandbox.isolates,
            detail=f"{sandbox.name}, {why}: {describe(sandbox)}",
            cure=" ".join(one.cure for one in picked.passed_over),
        )
    ]
    for backend in BACKENDS:
        if backend not in (sandbox.name, "process"):
            rows.append(await _other(backend, settings, machine))
    return rows


async def _other(backend: Backend, settings: Settings, machine: Machine) -> Check:
    name = f"  {backend}"
    try:
        await open_backend(backend, settings, machine)
    except VerdigrisError as error:
        return Check(name=name, ok=False, detail=f"not used: {error}", cure=error.hint)
    return Check(name=name, ok=True, detail=f"works; --sandbox {backend} uses it")


async def _suite(root: Path, settings: Settings) -> Check:
    machine = Machine.current()
    try:
        sandbox = (await pick(settings, machine)).sandbox
        command = asked(settings.suite.test_cmd) if settings.suite.test_cmd else find(root)
        found = await interpreter_for(command, root, settings, machine, sandbox)
    except VerdigrisError as error:
        return Check(name="tests", ok=False, detail=str(error), cure=error.hint, needed=True)
    with_ = "" if command.runner == "node" else f", with {found.path} ({found.origin})"
    return Check(name="tests", ok=True, detail=f"{command}{with_}")


def _model(settings: Settings) -> Check:
    try:
        fast, strong = model_name("fast", settings), model_name("strong", settings)
    except VerdigrisError as error:
        return Check(name="model", ok=False, detail=str(error), cure=error.hint)
    return Check(name="model", ok=True, detail=f"fast: {fast}, strong: {strong}")


async def _store(settings: Settings) -> Check:
    from verdigris.store.database import Database

    try:
        async with await Database.open(settings.database_url) as database:
            return Check(name="database", ok=True, detail=database.where)
    except VerdigrisError as error:
        return Check(name="database", ok=False, detail=str(error), cure=error.hint, needed=True)


async def _shared_memory(settings: Settings) -> list[Check]:
    from verdigris.engine.sharing import for_others, state_of
    from verdigris.store.database import Database

    try:
        if not settings.memory.url:
            async with await Database.open(settings.database_url) as database:
                waits = await for_others(database)
            cure = "Set `memory.url` to each once more, and run `verdigris memory deliver`."
            return [Check(name="shared memory", ok=False, detail=waits, cure=cure)] if waits else []
        state = await state_of(settings)
    except VerdigrisError as error:
        return [Check(name="shared memory", ok=False, detail=str(error), cure=error.hint)]
    rows = [Check(name="shared memory", ok=True, detail=state.detail)]
    if state.lacks:
        rows.append(Check(name="  likeness", ok=False, detail=state.lacks, cure=state.cure))
    return rows


async def _comparing(settings: Settings) -> Check:
    """Say what compares failures, without loading it; a server is asked for one vector."""
    from verdigris.vectors.choose import AUTO, HASHED, MINILM, OFF, chosen, embedder

    name = chosen(settings)
    if name == OFF:
        return Check(name="likeness", ok=True, detail="off: failures are found by signature only")
    try:
        await embedder(settings)
    except VerdigrisError as error:
        return Check(name="likeness", ok=False, detail=str(error), cure=error.hint)
    detail = f"failures are compared by {name}"
    if name == HASHED and settings.memory.embedder == AUTO:
        detail += f"; `verdigris model pull {MINILM}` gets a model that knows what words mean"
    return Check(name="likeness", ok=True, detail=detail)


async def _graph(settings: Settings) -> list[Check]:
    """Say whether the server of the knowledge graph answers, where there is one."""
    from verdigris.graph.addresses import address
    from verdigris.graph.neo4j import Neo4jGraph

    try:
        server = address(settings)
        if server is None:
            return []
        async with Neo4jGraph(server) as graph:
            await graph.keys("Run", "", limit=1)
    except VerdigrisError as error:
        return [Check(name="graph", ok=False, detail=str(error), cure=error.hint)]
    return [Check(name="graph", ok=True, detail=f"{server.url} answers")]
