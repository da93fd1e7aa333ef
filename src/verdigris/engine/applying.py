"""Writing what a run won to the user's tree, and taking it back, with or without a commit of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from verdigris.core.change import Change
from verdigris.core.text import count, one_line, tidy
from verdigris.core.value import Value
from verdigris.edits.commits import Repository
from verdigris.edits.journal import Desk, Record, open_journal
from verdigris.edits.userfiles import Merge, Wish, take_back, wishes_of, write_change
from verdigris.engine.history import past_of, whole_change, written
from verdigris.engine.runs import only_one, run_folder
from verdigris.errors import UserError
from verdigris.settings import Settings
from verdigris.steps.state import RunState


@dataclass(frozen=True)
class Wanted:
    """How a change is to be written."""

    merge: Merge = "no"
    branch: str | None = None
    commit: bool = False
    even_if_not_green: bool = False


class Done(Value):
    """What was done to the user's tree, in words a command can print."""

    run_id: str
    root: str
    files: tuple[str, ...]
    already: bool = False
    """Nothing had to be written: it was so already."""
    merged: bool = False
    commit: str = ""
    branch: str = ""


def desk_of(settings: Settings, run_id: str) -> Desk:
    return Desk(run=run_folder(settings, run_id), data=settings.paths.data)


async def apply_run(settings: Settings, run_id: str, wanted: Wanted) -> Done:
    """Write a run's change to the project it was made for. Raises UserError when that is unsafe."""
    desk = desk_of(settings, run_id)
    with only_one(desk.run):
        state = past_of(settings, run_id).last
        _require_project(state)
        change = await whole_change(settings, run_id, state)
        if change is None:
            raise UserError(f"Run {run_id} won nothing that could be applied.")
        if not _is_green(state) and not wanted.even_if_not_green:
            raise UserError(
                f"Run {run_id} did not go green; its change is not known to be good.",
                hint=f"To take what it won all the same: "
                f"verdigris apply {run_id} --even-if-not-green",
            )
        root = Path(state["task"].root)
        if wanted.branch is not None:
            return _on_branch(root, change, desk, wanted.branch, _message(state, change))
        if wanted.commit:
            return _with_commit(root, change, desk, wanted, _message(state, change))
        record = write_change(root, change, desk, merge=wanted.merge)
        return _done(desk, root, change.paths, record)


async def undo_run(settings: Settings, run_id: str, merge: Merge) -> Done:
    """Take back the last writing of a run. Raises UserError when there is none, or it is unsafe."""
    desk = desk_of(settings, run_id)
    with only_one(desk.run):
        _require_project(past_of(settings, run_id).last)
        past = written(settings, run_id)
        if not past:
            raise UserError(f"Run {run_id} was never written to your files.")
        if not (stands := standing(past)):
            raise UserError(
                f"Run {run_id} was undone on {when(past[-1].at)} already.",
                hint=f"To apply it again: verdigris apply {run_id}",
            )
        last = stands[-1]
        if last.branch:
            return _drop_branch(last, desk)
        return _take_back(last, desk, merge)


def _require_project(state: RunState) -> None:
    """Raise UserError for a program that was built: its folder has a history of its own."""
    task = state["task"]
    if task.job == "build" and not task.into:
        raise UserError(
            f"{task.root} was built by that run, and every version of it is a commit there.",
            hint=f"To go back to one: cd {quote(task.root)} && git log",
        )


def standing(past: list[Record]) -> list[Record]:
    """Return the writings of a run that were not taken back, the last one last."""
    stands: list[Record] = []
    for record in past:
        if record.kind == "apply":
            stands.append(record)
        elif stands:
            stands.pop()
    return stands


def _on_branch(root: Path, change: Change, desk: Desk, name: str, message: str) -> Done:
    repository = Repository(root)
    repository.require_new_branch(name)
    commit = repository.prepare(wishes_of(change), message)
    with open_journal(root.resolve(), desk) as journal:
        repository.make_branch(name, commit, f"verdigris: apply {desk.run.name}")
        record = journal.write((), "apply", commit=commit, branch=name)
    return _done(desk, root, change.paths, record)


def _with_commit(root: Path, change: Change, desk: Desk, wanted: Wanted, message: str) -> Done:
    wishes = wishes_of(change)
    repository = Repository(root)
    repository.require_quiet(wishes)
    # Made before anything is written: whatever speaks against the commit is found in time.
    commit = repository.prepare(wishes, message)
    record = write_change(root, change, desk, merge=wanted.merge, commit=commit)
    if record is None:
        raise UserError(
            "The change is in your files already; no commit was made.",
            hint="Commit it yourself, or undo it first.",
        )
    repository.advance(commit, wishes, f"verdigris: apply {desk.run.name}")
    return _done(desk, root, change.paths, record, commit=commit)


def _drop_branch(last: Record, desk: Desk) -> Done:
    Repository(Path(last.root)).drop_branch(last.branch, last.commit)
    with open_journal(Path(last.root), desk) as journal:
        record = journal.write((), "undo", branch=last.branch)
    return _done(desk, Path(last.root), (), record)


def _take_back(last: Record, desk: Desk, merge: Merge) -> Done:
    root = Path(last.root)
    wishes = [
        Wish(file.path, last.held(desk.run, i, "new"), last.held(desk.run, i, "old"))
        for i, file in enumerate(last.files)
    ]
    repository = commit = None
    if last.commit:
        repository, commit = _revert(root, wishes, last)
    record = take_back(last, desk, merge=merge, commit=commit or "")
    if record is not None and repository is not None and commit:
        repository.advance(commit, wishes, f"verdigris: undo {last.run_id}")
    return _done(desk, root, tuple(file.path for file in last.files), record, commit=commit or "")


def _revert(root: Path, wishes: list[Wish], last: Record) -> tuple[Repository | None, str]:
    """Make the commit that undoes a commit; none where the branch does not hold it any more."""
    repository = Repository(root)
    repository.require_quiet(wishes)
    message = (
        f"Undo what run {last.run_id} changed\n\nThis reverts commit {last.commit}.\n\n"
        f"Verdigris-Run: {last.run_id}\n"
    )
    try:
        return repository, repository.prepare(wishes, message)
    except UserError:
        return None, ""  # the files decide: they are taken back if they still are what we wrote


def _done(
    desk: Desk, root: Path, paths: tuple[str, ...], record: Record | None, commit: str = ""
) -> Done:
    return Done(
        run_id=desk.run.name,
        root=str(root),
        files=tuple(file.path for file in record.files) if record and record.files else paths,
        already=record is None,
        merged=bool(record and record.merged),
        commit=commit or (record.commit if record else ""),
        branch=record.branch if record else "",
    )


def _is_green(state: RunState) -> bool:
    decision = state.get("decision")
    return decision is not None and decision.green


def _message(state: RunState, change: Change) -> str:
    verdict, use = state.get("verdict"), state["use"]
    fixed = verdict.fixed if verdict else ()
    subject = f"Make {count(len(fixed), 'failing test')} pass" if fixed else "Apply a change"
    tests = "".join(f"- {one_line(test, 120)}\n" for test in fixed[:20])
    trailers = {
        "Verdigris-Run": state["run_id"],
        "Verdigris-Origin": change.origin,
        "Verdigris-Fingerprint": change.fingerprint,
        "Verdigris-Verdict": one_line(verdict.summary() if verdict else "none", 200),
        "Verdigris-Tokens": str(use.tokens),
        "Verdigris-Cost": f"{use.cost:.6f}",
        "Verdigris-Seconds": f"{use.seconds:.1f}",
    }
    said = "".join(f"{name}: {value}\n" for name, value in trailers.items())
    return tidy("\n\n".join(part for part in (subject, tests.rstrip("\n"), said) if part))


def when(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
