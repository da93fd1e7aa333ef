"""What is here and what is missing, for `verdigris doctor`. Looks; installs nothing."""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path

from verdigris.core.value import Value
from verdigris.errors import VerdigrisError
from verdigris.models.resolve import model_name
from verdigris.settings import Machine, Settings
from verdigris.suites.detect import find_interpreter


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
        _sandbox(),
        await _suite(root, settings),
        _model(settings),
        await _store(settings),
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


def _sandbox() -> Check:
    return Check(
        name="sandbox",
        ok=True,
        detail="process: test runs are limited (CPU, memory, files, time), not isolated",
    )


async def _suite(root: Path, settings: Settings) -> Check:
    try:
        found = await find_interpreter(root, settings, Machine.current())
    except VerdigrisError as error:
        return Check(name="tests", ok=False, detail=str(error), cure=error.hint, needed=True)
    return Check(name="tests", ok=True, detail=f"pytest with {found.path} ({found.origin})")


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
