"""`verdigris fork`: go another way from a step of an earlier run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verdigris.cli.show import AsJson, Run


def fork(
    run: Run,
    step: Annotated[
        int,
        typer.Argument(metavar="STEP", help="The number of a step, as `verdigris show` lists it."),
    ],
    model: Annotated[str | None, typer.Option(help="The model to ask from here on.")] = None,
    fast_model: Annotated[str | None, typer.Option(help="The model that is asked first.")] = None,
    strong_model: Annotated[str | None, typer.Option(help="The model that is asked next.")] = None,
    no_llm: Annotated[bool, typer.Option("--no-llm", help="Ask no model at all.")] = False,
    max_iters: Annotated[
        int | None, typer.Option(min=1, help="Go round the loop at most N times altogether.")
    ] = None,
    max_seconds: Annotated[
        float | None, typer.Option(help="Stop after this many seconds altogether.")
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option(help="Stop after this many tokens altogether.")
    ] = None,
    max_cost: Annotated[
        float | None, typer.Option(help="Stop after this many US dollars altogether.")
    ] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Write the fix to your files once it is green.")
    ] = False,
    stop_after: Annotated[str | None, typer.Option(help="Pause after a step.")] = None,
    as_json: AsJson = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show what each step sees and asks.")
    ] = False,
) -> None:
    """Start a new run from where an earlier one stood after a step.

    The new run has the state, the copy of the project and the flags that the earlier one had at
    that step. It goes on from there with what is given here on top: another model, another limit.
    What had been used until then counts. The earlier run stays as it is; neither needs the other.

    \b
    Examples:
      verdigris fork last 4 --model anthropic:claude-sonnet-4-5
      verdigris fork 261115-0315 12 --max-iters 10
    """
    import asyncio

    from verdigris.agent import check_task
    from verdigris.cli.fix import epilogue
    from verdigris.cli.sitting import carry_out, exit_status
    from verdigris.engine.forking import fork_run
    from verdigris.engine.runner import Options, require_step, task_of
    from verdigris.engine.runs import find_run, keep_flags, merged_flags, new_run_id
    from verdigris.settings import load

    settings = load().settings
    run_id, new_id = find_run(settings, run), new_run_id()
    given = {
        "models.default": model,
        "models.fast": fast_model,
        "models.strong": strong_model,
        "models.enabled": False if no_llm else None,
        "limits.max_iters": max_iters,
        "limits.max_seconds": max_seconds,
        "limits.max_tokens": max_tokens,
        "limits.max_cost": max_cost,
    }
    flags = merged_flags(settings, run_id, given)
    # Everything that can be wrong with the options is found before there is a new run.
    task = asyncio.run(task_of(run_id, settings))
    check_task(task)
    require_step(stop_after or "")
    options = Options(run_id=new_id, resume=new_id, apply=apply, stop_after=stop_after or "")
    own = load(Path(task.root), flags).settings
    task = asyncio.run(fork_run(settings, run_id, step, new_id))
    settings = own
    keep_flags(settings, new_id, flags)
    result = carry_out(task, settings, options, as_json=as_json, verbose=verbose)
    if not as_json:
        epilogue(result)
    raise typer.Exit(exit_status(result))
