"""`verdigris apply` and `verdigris undo`: the one way into the user's files, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from verdigris.cli.options import AsJson
from verdigris.cli.show import Run

if TYPE_CHECKING:
    from verdigris.edits.userfiles import Merge
    from verdigris.engine.applying import Done

Merging = Annotated[
    bool,
    typer.Option("--merge", help="Merge with what changed since, and write only if that is clean."),
]
Conflicts = Annotated[
    bool,
    typer.Option(
        "--conflicts", help="Merge, and mark the lines that both sides changed in the files."
    ),
]


def apply(
    run: Run,
    branch: Annotated[
        str | None,
        typer.Option(help="Put the change on a new branch instead; your files stay as they are."),
    ] = None,
    commit: Annotated[
        bool, typer.Option("--commit", help="Commit the change on the current branch as well.")
    ] = False,
    merge: Merging = False,
    conflicts: Conflicts = False,
    even_if_not_green: Annotated[
        bool,
        typer.Option("--even-if-not-green", help="Write what was won although tests still fail."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write what a run won to your files.

    All files are written or none, also if the process is killed in between. A file that changed
    since the run began is never overwritten: nothing is written, and --merge offers a three-way
    merge. `verdigris undo` takes it back.

    \b
    Examples:
      verdigris apply last
      verdigris apply 261115-0315 --commit
      verdigris apply 261115-0315 --branch fix/basket
      verdigris apply 261115-0315 --merge
    """
    import asyncio

    from verdigris.engine.applying import Wanted, apply_run
    from verdigris.engine.runs import find_run
    from verdigris.errors import UserError
    from verdigris.settings import load

    if branch is not None and (commit or merge or conflicts):
        raise UserError("--branch makes a commit of its own; it goes with no other option.")
    if commit and (merge or conflicts):
        raise UserError("--commit does not go with --merge.", hint="Merge first, then commit.")
    settings = load().settings
    wanted = Wanted(_how(merge, conflicts), branch, commit, even_if_not_green)
    done = asyncio.run(apply_run(settings, find_run(settings, run), wanted))
    _report(done, as_json, _applied(done))


def undo(
    run: Run, merge: Merging = False, conflicts: Conflicts = False, as_json: AsJson = False
) -> None:
    """Take back what a run wrote to your files.

    Every file gets the bytes it had before; files that were created are removed, deleted ones come
    back. If a file changed since, nothing is written, and --merge offers a three-way merge. What
    was committed by `apply --commit` is undone by another commit; a branch made by --branch is
    removed if it still is what it was.

    \b
    Examples:
      verdigris undo last
      verdigris undo 261115-0315 --merge
    """
    import asyncio

    from verdigris.engine.applying import undo_run
    from verdigris.engine.runs import find_run
    from verdigris.settings import load

    settings = load().settings
    done = asyncio.run(undo_run(settings, find_run(settings, run), _how(merge, conflicts)))
    _report(done, as_json, _undone(done))


def _how(merge: bool, conflicts: bool) -> Merge:
    return "markers" if conflicts else "clean" if merge else "no"


def _applied(done: Done) -> str:
    if done.branch:
        return f"The branch {done.branch} holds it ({done.commit[:12]}); your files are untouched."
    if done.already:
        return f"It is in {done.root} already."
    how = "Merged into" if done.merged else "Written to"
    commit = f" and committed ({done.commit[:12]})" if done.commit else ""
    return f"{how} {done.root}{commit}. To take it back: verdigris undo {done.run_id}"


def _undone(done: Done) -> str:
    if done.branch:
        return f"The branch {done.branch} is removed."
    if done.already:
        return f"Nothing was left to take back in {done.root}."
    commit = f" and committed ({done.commit[:12]})" if done.commit else ""
    return f"Taken back in {done.root}{commit}. To apply it again: verdigris apply {done.run_id}"


def _report(done: Done, as_json: bool, said: str) -> None:
    if as_json:
        typer.echo(done.model_dump_json())
        return
    typer.echo(said)
    if not done.already and not done.branch:
        for path in done.files:
            typer.echo(f"  {path}")
