"""One job of an eval, in a process of its own: `python -m verdigris.evals.job ORDER`.

Whatever happens to it, the eval goes on. It ends with its parent: nobody would read what it finds.
It writes one file, at once, when all is done; without that file the job has not happened.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
import traceback
from pathlib import Path

from verdigris.core.text import cut, mask, tidy
from verdigris.errors import (
    ModelUnavailable,
    SandboxUnavailable,
    UserError,
    VerdigrisError,
)
from verdigris.evals.ending import signal_session
from verdigris.evals.entrants import Entry, enter
from verdigris.evals.hidden import limited
from verdigris.evals.judging import judge_project
from verdigris.evals.keeping import write_whole
from verdigris.evals.order import HOPELESS, Order
from verdigris.evals.outcome import Outcome, blank
from verdigris.evals.plan import settings_of
from verdigris.evals.sources import open_source
from verdigris.evals.trees import lay_out

_STORY = 8000


async def carry_out(order: Order) -> Outcome:
    """Let the entrant work, then judge what it left. Raises what makes every job hopeless."""
    settings = settings_of(order.plan)
    source = open_source(order.plan.suite)
    listed = next((task for task in source.tasks if task.id == order.task), None)
    if listed is None:
        raise UserError(f"The suite {order.plan.suite} has no task {order.task} any more.")
    task = source.lay(listed, order.desk / "task")
    outcome = blank(task, order.key, order.run, order.position)
    started = time.monotonic()
    project = lay_out(order.desk / "project", task.repo).resolve()
    entry = Entry(order.plan, task, order.run, project, order.data, settings)
    try:
        told = await enter(entry)
        judged = await judge_project(task, project, limited(settings, task))
    except (ModelUnavailable, SandboxUnavailable):
        raise
    except VerdigrisError as error:
        return outcome.model_copy(update={"ended": "error", "error": error.show()})
    return outcome.model_copy(
        update={"told": told, "judged": judged, "wall_seconds": time.monotonic() - started}
    )


def end_with_parent() -> None:
    """End this process and all it started as soon as the parent is gone, however that happens.

    The parent holds the other end of our standard input and never writes to it.
    """

    def watch() -> None:
        while os.read(0, 4096):
            pass
        signal_session(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


def main() -> int:
    end_with_parent()
    order = Order.model_validate_json(Path(sys.argv[1]).read_bytes())
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
