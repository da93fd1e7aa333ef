"""One job of an eval, in a process of its own: `python -m verdigris.evals.jobs.job ORDER`.

Whatever happens to it, the eval goes on. It ends with its parent: nobody would read what it finds.
It writes one file, at once, when all is done; without that file the job has not happened.
"""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import signal
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verdigris.core.text import cut, mask, one_line, tidy
from verdigris.errors import (
    ModelUnavailable,
    SandboxUnavailable,
    UserError,
    VerdigrisError,
)
from verdigris.evals.entrants.ending import adopt, end_descendants, signal_session
from verdigris.evals.entrants.enter import Entry, enter
from verdigris.evals.entrants.spending import used_in
from verdigris.evals.jobs.order import HOPELESS, Order
from verdigris.evals.judging.hidden import limited
from verdigris.evals.judging.judge import judge_audit, judge_project
from verdigris.evals.keeping import write_whole
from verdigris.evals.outcome import Ended, Judged, Outcome, Told, blank
from verdigris.evals.plan import code_digest, settings_digest, settings_of
from verdigris.evals.tasks.reading import EvalTask
from verdigris.evals.tasks.sources import open_source
from verdigris.evals.tasks.trees import lay_out
from verdigris.settings import Machine, Settings

_STORY = 8000
_OURS = (
    errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO,
)  # fmt: skip
"""What this machine lacks is not held against an entrant: such a job is done again."""


async def carry_out(order: Order) -> Outcome:
    """Let the entrant work, then judge what it left. Raises what makes every job hopeless."""
    settings, started = settings_of(order.plan), time.monotonic()
    source = open_source(order.plan.suite)
    listed = next((task for task in source.tasks if task.id == order.task), None)
    if listed is None:
        raise UserError(f"The suite {order.plan.suite} has no task {order.task} any more.")
    _require_unchanged(order, source.digest(listed), settings)
    outcome = blank(listed, order.key, order.run, order.position, order.digest)
    told = Told()
    try:
        # Neither hidden tests nor a solution lie about while somebody is at work.
        task = source.lay(listed, order.desk / "task", ("repo",))
        project = lay_out(order.desk / "project", task.repo).resolve()
        entry = Entry(order.plan, task, order.run, project, order.data, settings, order.used)
        told = await enter(entry)
        # Laid out again, in a place that is empty: whoever was at work could reach both.
        shutil.rmtree(order.desk / "judged", ignore_errors=True)
        task = source.lay(listed, order.desk / "judged", ("repo", "hidden"))
        judged = await _judged(task, project, settings, told, outcome.judged)
    except SandboxUnavailable:
        raise
    except VerdigrisError as error:
        if isinstance(error, ModelUnavailable) and error.lasting:
            raise
        counted = order.plan.entrant != "agent"
        told = told if told.status else Told(use=used_in(order.used), counted=counted)
        ended: Ended = "unanswered" if isinstance(error, ModelUnavailable) else "error"
        found: dict[str, object] = {"ended": ended, "error": tidy(error.show())}
    else:
        found = {"judged": judged}
    spent = time.monotonic() - started
    outcome = outcome.model_copy(update={**found, "told": told, "wall_seconds": spent})
    return _without_secrets(outcome, settings.secrets(Machine.current()))


def _without_secrets(outcome: Outcome, secrets: Sequence[str]) -> Outcome:
    """Mask what an entrant may have written down: reports are passed on."""

    def masked(value: Any) -> Any:
        if isinstance(value, str):
            return mask(value, secrets)
        if isinstance(value, dict):
            return {name: masked(one) for name, one in value.items()}
        return [masked(one) for one in value] if isinstance(value, list) else value

    told = outcome.model_dump(mode="json")
    said = {name: masked(told[name]) for name in ("told", "judged", "error")}
    return Outcome.model_validate({**told, **said})


def _require_unchanged(order: Order, task: str, settings: Settings) -> None:
    """Raise UserError where a job would be another one than the eval keeps it as."""
    now = {
        "The code of Verdigris was": (order.code, code_digest()),
        "The settings were": (order.settings, settings_digest(settings)),
        f"The task {order.task} was": (order.digest, task),
    }
    for what, (began, found) in now.items():
        if began != found:
            raise UserError(
                f"{what} changed while the eval ran.",
                hint="Run it again: what was finished before is kept.",
            )


async def _judged(
    task: EvalTask, project: Path, settings: Settings, told: Told, unjudged: Judged
) -> Judged:
    """Judge, whatever was left: an entrant that confounds the judge has not solved its task."""
    try:
        if task.kind == "audit":
            return judge_audit(task, project, told.findings)
        return await judge_project(task, project, limited(settings, task), claimed=told.claimed)
    except (VerdigrisError, MemoryError):
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _OURS:
            raise
        said = tidy(one_line(f"{type(error).__name__}: {error}", 300))
        return unjudged.model_copy(update={"reasons": (f"cannot be judged: {said}",)})


def end_with_parent(*, whole: bool) -> None:
    """End this process and all it started as soon as the parent is gone, however that happens.

    `whole` where nothing at all may stay, whatever session it is in.

    The parent holds the other end of our standard input and never writes to it.
    """

    def watch() -> None:
        while os.read(0, 4096):
            pass
        if whole:
            end_descendants(os.getpid())
        signal_session(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


def main() -> int:
    order = Order.model_validate_json(Path(sys.argv[1]).read_bytes())
    whole = order.plan.entrant == "agent"
    end_with_parent(whole=whole)
    if whole:
        adopt()
    try:
        outcome = asyncio.run(carry_out(order))
    except VerdigrisError as error:
        sys.stderr.write(error.show())
        return HOPELESS
    except Exception:
        # A fault of ours: the story goes into the results, where somebody will see it.
        sys.stderr.write(tidy(mask(cut(traceback.format_exc(), _STORY))))
        return 1
    write_whole(order.result, outcome.model_dump_json())
    return 0


if __name__ == "__main__":
    sys.exit(main())
