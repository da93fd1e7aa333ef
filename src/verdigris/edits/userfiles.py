"""Writing the winning change to the user's tree: all or nothing, and never over their work."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from verdigris.core.change import Change
from verdigris.errors import StoreError, UserError


def write_change(project: Path, change: Change, patch: Path) -> None:
    """Write a change to the user's files.

    Every file must still be as it was when the run began; otherwise nothing is written and the
    error says which moved and where the patch is kept.
    """
    root = project.resolve()
    current = {edit.path: _current(root, edit.path) for edit in change.edits}
    if all(current[edit.path] == edit.after for edit in change.edits):
        return  # applied before, by a run that was cut off right after
    moved = [edit.path for edit in change.edits if current[edit.path] != edit.before]
    if moved:
        raise UserError(
            f"Not applied: {', '.join(moved)} changed since the run began. Nothing was written.",
            hint=f"Merge it yourself: git apply --3way {patch}",
        )
    written: list[tuple[Path, str | None]] = []
    try:
        for edit in change.edits:
            written.append((root / edit.path, edit.before))
            _put(root / edit.path, edit.after)
    except OSError as error:
        for path, before in written:
            _put(path, before)
        raise StoreError(
            f"Not applied: {error}. What had been written was taken back.",
            hint=f"The patch is kept: {patch}",
        ) from None


def _current(root: Path, path: str) -> str | None:
    target = root / path
    if not target.resolve().is_relative_to(root):
        raise UserError(f"Not applied: {path} leads out of the project.")
    try:
        return target.read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserError(f"Not applied: {path} cannot be read ({error.strerror}).") from None


def _put(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    staged = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", "surrogateescape"))
            file.flush()
            os.fsync(file.fileno())
        staged.chmod(path.stat().st_mode & 0o7777 if path.exists() else 0o644)
        staged.replace(path)
    except BaseException:
        staged.unlink(missing_ok=True)
        raise
