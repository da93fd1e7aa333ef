"""Starting git where nothing of the user's, the machine's or the project's set-up has a say.

`run_git` is for steps, which are asynchronous; `read_git` for what a stranger's repository may make
too large or too slow; `try_git` for plain functions that want to know whether git could do it, such
as applying a patch.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
from pathlib import Path

from verdigris.errors import MissingError, StoreError
from verdigris.settings import Machine

_IDENTITY = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (
        ("NAME", "verdigris"),
        ("EMAIL", "verdigris@localhost"),
        ("DATE", "2000-01-01T00:00:00Z"),
    )
}
# The project's own git configuration is a stranger's: it may name programs to run.
_SAFE = (
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.autocrlf=false",
    "-c",
    "safe.bareRepository=explicit",
)


async def run_git(
    *words: str, env: dict[str, str] | None = None, data: bytes = b"", cwd: Path | None = None
) -> bytes:
    """Return what git printed. Raises StoreError when it failed, MissingError without git."""
    try:
        process = await asyncio.create_subprocess_exec(
            "git", *_SAFE, *words, cwd=cwd, env=_environment(env),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
    except FileNotFoundError:
        raise _missing() from None
    output, error = await process.communicate(data)
    if process.returncode != 0:
        said = error.decode("utf-8", "replace").strip()
        raise StoreError(f"git {' '.join(words[:4])} failed: {said}.")
    return output


async def read_git(
    *words: str, data: bytes = b"", cwd: Path | None = None, most: int, seconds: float = 60
) -> bytes | None:
    """Return what git printed, or None when that was more than `most` bytes or took too long.

    Raises StoreError when it failed, MissingError without git.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            "git", *_SAFE, *words, cwd=cwd, env=_environment({"GIT_NO_REPLACE_OBJECTS": "1"}),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
    except FileNotFoundError:
        raise _missing() from None
    feeding = asyncio.create_task(_feed(process, data))
    complaining = asyncio.create_task(_at_most(process.stderr, 10_000))
    try:
        async with asyncio.timeout(seconds):
            output = await _at_most(process.stdout, most)
            if output is not None:
                await process.wait()
    except TimeoutError:
        output = None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        await asyncio.gather(feeding, complaining, return_exceptions=True)
    if output is not None and process.returncode != 0:
        said = (complaining.result() or b"").decode("utf-8", "replace").strip()
        raise StoreError(f"git {' '.join(words[:4])} failed: {said}.")
    return output


async def _feed(process: asyncio.subprocess.Process, data: bytes) -> None:
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(data)
        await process.stdin.drain()
    process.stdin.close()


async def _at_most(stream: asyncio.StreamReader | None, most: int) -> bytes | None:
    assert stream is not None
    found = bytearray()
    while chunk := await stream.read(65536):
        found += chunk
        if len(found) > most:
            return None
    return bytes(found)


def try_git(
    *words: str, env: dict[str, str] | None = None, data: bytes = b"", cwd: Path | None = None
) -> tuple[bool, str]:
    """Return whether git could do it, and what it printed or complained of."""
    try:
        done = ask_git(*words, env=env, data=data, cwd=cwd)
    except subprocess.TimeoutExpired:
        return False, "git did not come to an end"
    said = done.stdout if done.returncode == 0 else done.stderr
    return done.returncode == 0, said.decode("utf-8", "replace").strip("\n")


def ask_git(
    *words: str, env: dict[str, str] | None = None, data: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run git to its end, whatever that is. Raises TimeoutExpired after a minute."""
    try:
        return subprocess.run(
            ["git", *_SAFE, *words], cwd=cwd, env=_environment(env), input=data,
            capture_output=True, check=False, timeout=60,
        )  # fmt: skip
    except FileNotFoundError:
        raise _missing() from None


def _environment(extra: dict[str, str] | None) -> dict[str, str]:
    clean = {"PATH": Machine.current().path, "GIT_CONFIG_GLOBAL": "/dev/null",
             "GIT_CONFIG_NOSYSTEM": "1", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
             # An object that is missing is never fetched: the address is a stranger's too.
             "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_SSH_COMMAND": "false",
             "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}  # fmt: skip
    return {**clean, **_IDENTITY, **(extra or {})}


def _missing() -> MissingError:
    return MissingError("git is not installed.", hint="Install git, then try again.")
