"""The folder a built program is written to: the best version so far, with a history of its own.

Every version is written whole or not at all, and becomes a commit there. What somebody edited in
the meantime is never written over: then the version is kept beside the run, and that is said.

    RUN/handed.json     which commit of the run lies in the folder, and the report beside it
    RUN/best/           the version that could not be written
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from verdigris.core.change import Change, FileEdit
from verdigris.core.events import HandedOver, Warned
from verdigris.core.value import Value
from verdigris.edits.commits import Repository, begin_repository
from verdigris.edits.journal import Desk
from verdigris.edits.userfiles import wishes_of, write_change
from verdigris.edits.workspace import Workspace
from verdigris.errors import StoreError, UserError
from verdigris.steps.state import RunState
from verdigris.telemetry.bus import Bus

_WHO = "verdigris <verdigris@localhost>"
_FIRST = "Plan: stubs, and tests that are trusted"
_MOST = 1000
"""Names that are tried before giving up on finding a free one."""


class _Handed(Value):
    commit: str = ""
    report: str | None = None
    versions: int = 0
    """How many were written, without the stubs."""


def claim(home: Path, name: str) -> Path:
    """Make a folder that nobody has yet: `name`, else the next free `name-2`, and return it.

    Two builds at once never get the same. Raises UserError where it cannot be made.
    """
    try:
        home.mkdir(parents=True, exist_ok=True)
        for number in range(1, _MOST):
            folder = home / (name if number == 1 else f"{name}-{number}")
            with contextlib.suppress(FileExistsError):
                folder.mkdir()
                return folder.resolve()
    except OSError as error:
        raise _unwritable(home, error) from None
    raise UserError(f"There are too many folders called {name} in {home}.", hint="Use --out DIR.")


def take(folder: Path) -> Path:
    """Make or take the empty folder that a user named. Raises UserError where it is not empty."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UserError(
                f"{folder} is not empty.",
                hint="Name a new folder, or implement what is there with: --into PATH",
            )
        probe = folder / ".verdigris-probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise _unwritable(folder, error) from None
    return folder.resolve()


def _unwritable(folder: Path, error: OSError) -> UserError:
    return UserError(
        f"{folder} cannot be written to: {error.strerror or error}.",
        hint="Name another folder: --out DIR",
    )


class Handing:
    """Hands versions of one run over to its folder, each once."""

    def __init__(self, target: Path, desk: Desk, workspace: Workspace, bus: Bus) -> None:
        self._target = target
        self._desk = desk
        self._workspace = workspace
        self._bus = bus

    async def bring(self, state: RunState, report: str | None = None) -> bool:
        """Let the folder hold the best version so far; tell whether it does.

        Doing it again does nothing. A folder that cannot be written costs a warning, not the run.
        """
        if not state.get("agreements"):
            return True  # nothing is written yet
        base, head = state["base"], state["head"]
        handed = self._handed()
        try:
            if not handed.commit:
                handed = await self._write(handed, _Handed(commit=base), _FIRST)
            if head != base and handed.commit != head:
                what = "Improve it" if handed.versions else "First version"
                now = handed.model_copy(update={"commit": head, "versions": handed.versions + 1})
                handed = await self._write(handed, now, what)
            if report is not None and report != handed.report:
                now = handed.model_copy(update={"report": report})
                await self._write(handed, now, "Report")
        except (UserError, StoreError, OSError) as error:
            await self._aside(state, str(error), report)
            return False
        return True

    @property
    def aside(self) -> Path:
        """Where the version lies that could not be written to the folder."""
        return self._desk.run / "best"

    async def _write(self, handed: _Handed, now: _Handed, what: str) -> _Handed:
        self._target.mkdir(parents=True, exist_ok=True)
        mark = f"Verdigris-Run: {self._desk.run.name}"
        begin_repository(self._target, _WHO, f"Begin\n\n{mark}\n")
        if not handed.commit and not Repository(self._target).mentions(mark):
            raise UserError("Something else was begun there.")
        change = await self._change(handed, now)
        made = self._put(change, f"{what}\n\n{mark}\n")
        (self._desk.run / "handed.json").write_text(now.model_dump_json(), "utf-8")
        if made:
            told = HandedOver(folder=str(self._target), what=what, commit=made)
            await self._bus.emit(told)
        return now

    async def _change(self, handed: _Handed, now: _Handed) -> Change:
        edits: list[FileEdit] = []
        since = handed.commit or await self._workspace.root(now.commit)
        if since != now.commit:
            found = await self._workspace.difference(since, now.commit, "user")
            edits += found.edits if found else ()
        if now.report != handed.report:
            edits.append(FileEdit(path="REPORT.md", before=handed.report, after=now.report))
        return Change(edits=tuple(edits), origin="user")

    def _put(self, change: Change, message: str) -> str:
        """Write a change and commit it; return the commit, empty where all was there already."""
        if not change.edits:
            return ""
        wishes = wishes_of(change)
        repository = Repository(self._target, _WHO)
        if all(_holds(self._target / wish.path, wish.after) for wish in wishes):
            with contextlib.suppress(UserError):  # a kill came between the files and the commit
                commit = repository.prepare(wishes, message)
                repository.advance(commit, wishes, "verdigris: build")
                return commit
            return ""
        repository.require_quiet(wishes)
        commit = repository.prepare(wishes, message)
        write_change(self._target, change, self._desk, commit=commit)
        repository.advance(commit, wishes, "verdigris: build")
        return commit

    async def _aside(self, state: RunState, reason: str, report: str | None) -> None:
        place = self.aside
        shutil.rmtree(place, ignore_errors=True)
        with contextlib.suppress(OSError):
            shutil.copytree(await self._workspace.tree(state["head"]), place)
            if report is not None:
                (place / "REPORT.md").write_text(report, "utf-8")
        said = f"{self._target} was left as it is ({reason}) The version of this run: {place}"
        await self._bus.emit(Warned(message=said))

    def _handed(self) -> _Handed:
        try:
            held: Mapping[str, object] = json.loads(
                (self._desk.run / "handed.json").read_text("utf-8")
            )
            return _Handed.model_validate(held)
        except (OSError, ValueError):
            return _Handed()


def _holds(place: Path, data: bytes | None) -> bool:
    try:
        return place.read_bytes() == data
    except OSError:
        return data is None
