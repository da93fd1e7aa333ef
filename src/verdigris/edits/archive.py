"""Every patch of a run, as it was proposed and as it was taken, with an index of one line each.

Kept beside the run for whoever wants to know what a model really said. Nothing reads it back.
Credentials are masked, answers are cut, and only the latest candidates are kept.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from verdigris.core.change import Change
from verdigris.core.text import cut, mask

_MOST = 400
"""Candidates that are kept of one run."""
_LONGEST = 200_000
"""Characters that are kept of one answer or patch."""
INDEX = "index.jsonl"


class Archive:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def candidate(
        self,
        iteration: int,
        number: int,
        *,
        result: str,
        change: Change | None = None,
        answer: str = "",
        note: str = "",
    ) -> None:
        """Keep one candidate and what became of it. Doing it again replaces what was kept."""
        name = f"{iteration:03d}-{number:02d}"
        row: dict[str, object] = {
            "iteration": iteration,
            "candidate": number,
            "origin": change.origin if change else "",
            "fingerprint": change.fingerprint if change else "",
            "how": change.how if change else "",
            "fuzzy": mask(change.fuzzy) if change else "",
            "note": mask(change.note if change else note),
            "result": mask(result),
        }
        if answer:
            row["answer"] = self._write(f"{name}.answer.txt", answer)
        if change:
            row["patch"] = self._write(f"{name}.patch", change.diff)
        rows = [old for old in self._rows() if not _same(old, iteration, number)]
        self._save([*rows, row])

    def applied(self, iteration: int, change: Change, commit: str) -> None:
        """Keep the change that an iteration took, and mark its candidate."""
        self._write(f"{iteration:03d}.patch", change.diff)
        rows = self._rows()
        for row in rows:
            mine = row.get("fingerprint") == change.fingerprint
            if row.get("iteration") == iteration and mine:
                row["applied"] = commit
        self._save(rows)

    def _write(self, name: str, text: str) -> str:
        self._folder.mkdir(parents=True, exist_ok=True)
        data = cut(mask(text), _LONGEST).encode("utf-8", "replace")
        (self._folder / name).write_bytes(data)
        return name

    def _rows(self) -> list[dict[str, object]]:
        rows: list[dict[str, object]] = []
        with contextlib.suppress(OSError):
            for line in (self._folder / INDEX).read_text("utf-8").splitlines():
                with contextlib.suppress(ValueError):  # a line that a kill cut short
                    rows.append(json.loads(line))
        return rows

    def _save(self, rows: list[dict[str, object]]) -> None:
        for old in rows[:-_MOST]:
            for kept in (old.get("answer"), old.get("patch")):
                if isinstance(kept, str):
                    (self._folder / kept).unlink(missing_ok=True)
        self._folder.mkdir(parents=True, exist_ok=True)
        said = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows[-_MOST:])
        staged = self._folder / f"{INDEX}.new"
        staged.write_bytes(said.encode("utf-8", "replace"))
        staged.replace(self._folder / INDEX)


def _same(row: dict[str, object], iteration: int, number: int) -> bool:
    return row.get("iteration") == iteration and row.get("candidate") == number
