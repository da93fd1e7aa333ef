"""`verdigris fork`: go another way from a step of an earlier run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verdigris.cli import options
from verdigris.cli.show import Run


def fork(
    run: Run,
    step: Annotated[
        int,
        typer.Argument(metavar="STEP", help="The number of a step, as `verdigris show` lists it."),
    ],
    model: options.Model = None,
    fast_model: options.FastModel = None,
    strong_model: options.StrongModel = None,
    no_llm: options.NoLlm = False,
    max_iters: options.MaxIters = None,
    max_seconds: options.MaxSeconds = None,
    max_tokens: options.MaxTokens = None,
    max_cost: options.MaxCost = None,
    sandbox: options.Sandbox = None,
    sandbox_image: options.SandboxImage = None,
    sandbox_cpus: options.SandboxCpus = None,
    sandbox_memory: options.SandboxMemory = None,
    sandbox_network: options.SandboxNetwork = False,
    apply: options.Apply = False,
    stop_after: options.StopAfter = None,
    as_json: options.AsJson = False,
    verbose: options.Verbose = False,
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
    from verdigris.cli.build import epilogue
    from verdigris.cli.sitting import carry_out, exit_status
    from verdigris.engine.forking import fork_run
    from verdigris.engine.runner import require_step, task_of
    from verdigris.engine.runs import find_run, keep_flags, merged_flags, new_run_id
    from verdigris.engine.sitting import Options
    from verdigris.settings import load

    settings = load().settings
    run_id, new_id = find_run(settings, run), new_run_id()
    given = {
        **options.model_flags(model, fast_model, strong_model, no_llm),
        **options.limit_flags(max_iters, max_seconds, max_tokens, max_cost),
        **options.sandbox_flags(
            sandbox, sandbox_image, sandbox_cpus, sandbox_memory, sandbox_network
        ),
    }
    flags = merged_flags(settings, run_id, given)
    # Everything that can be wrong with the options is found before there is a new run.
    task = asyncio.run(task_of(run_id, settings))
    check_task(task)
    require_step(stop_after or "")
    sitting = Options(run_id=new_id, resume=new_id, apply=apply, stop_after=stop_after or "")
    own = load(Path(task.root), flags).settings
    task = asyncio.run(fork_run(settings, run_id, step, new_id))
    settings = own
    keep_flags(settings, new_id, flags)
    result = carry_out(task, settings, sitting, as_json=as_json, verbose=verbose)
    if not as_json:
        epilogue(result)
    raise typer.Exit(exit_status(result))
