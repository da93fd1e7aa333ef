"""The files of reports that a user asks for. What stands in them is `evals/reports`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from verdigris.errors import UserError

if TYPE_CHECKING:
    from verdigris.evals.keeping import Record


def require_reports(wanted: Mapping[str, Path | None]) -> None:
    """Refuse a folder in place of a report's file before hours are spent. Raises UserError."""
    for kind, path in wanted.items():
        if path is not None and path.is_dir():
            suffix = {"junit": "xml"}.get(kind, kind)
            raise UserError(
                f"{path} is a folder, and a report is a file.",
                hint=f"Name a file in it: --{kind} {path / f'report.{suffix}'}",
            )


def write_reports(record: Record, wanted: Mapping[str, Path | None], *, quiet: bool) -> None:
    for kind, path in wanted.items():
        if path is None:
            continue
        if kind == "html":
            from verdigris.evals.reports.page import as_html as make
        elif kind == "csv":
            from verdigris.evals.reports.data import as_csv as make
        else:
            from verdigris.evals.reports.data import as_junit as make
        _write(path, make(record))
        if not quiet:
            typer.echo(f"Written: {path}")


def _write(path: Path, text: str) -> None:
    from verdigris.evals.keeping import write_whole

    if path.parent == Path("/dev") or (path.exists() and not path.is_file()):
        # A terminal or a pipe: it is written to, not replaced.
        try:
            path.write_text(text, "utf-8")
        except OSError as error:
            raise UserError(f"{path} cannot be written: {error.strerror}.") from error
    else:
        write_whole(path.resolve(), text)  # where a link leads to, not in its place
