"""`verdigris fix`: repair a project until its tests are honestly green."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verdigris.cli import options

if TYPE_CHECKING:
    from verdigris.core.result import RunResult
    from verdigris.core.task import Job, Task
    from verdigris.settings import Settings

_RUNNING = "Running"


def fix(
    path: Annotated[
        Path | None, typer.Argument(help="The folder of the project. [default: this folder]")
    ] = None,
    goal: Annotated[
        str | None, typer.Option(help="What to achieve, in words, when it is more than the tests.")
    ] = None,
    test_cmd: Annotated[
        str | None,
        typer.Option(help="The command that runs the tests. [default: found from its files]"),
    ] = None,
    python: Annotated[str | None, typer.Option(help="The interpreter the tests run with.")] = None,
    apply: options.Apply = False,
    model: options.Model = None,
    fast_model: options.FastModel = None,
    strong_model: options.StrongModel = None,
    no_llm: options.NoLlm = False,
    record: options.Record = None,
    replay: options.Replay = None,
    tiers: options.Tiers = None,
    memory: options.Memory = None,
    max_iters: options.MaxIters = None,
    max_seconds: options.MaxSeconds = None,
    max_tokens: options.MaxTokens = None,
    max_cost: options.MaxCost = None,
    search_seconds: options.SearchSeconds = None,
    until_green: options.UntilGreen = False,
    stop_after: options.StopAfter = None,
    resume_run_id: options.Resume = None,
    ruff_cmd: Annotated[
        str | None,
        typer.Option(help="Replaces `ruff check`; files are appended.", rich_help_panel=_RUNNING),
    ] = None,
    bandit_cmd: Annotated[
        str | None,
        typer.Option(help="Replaces `bandit`; files are appended.", rich_help_panel=_RUNNING),
    ] = None,
    allow_import: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Let a change import this package although it is not installed.",
            rich_help_panel=_RUNNING,
        ),
    ] = None,
    sandbox: options.Sandbox = None,
    sandbox_image: options.SandboxImage = None,
    sandbox_cpus: options.SandboxCpus = None,
    sandbox_memory: options.SandboxMemory = None,
    sandbox_network: options.SandboxNetwork = False,
    as_json: options.AsJson = False,
    verbose: options.Verbose = False,
) -> None:
    """Repair a project until its tests are honestly green.

    Verdigris runs the tests on a copy, looks for a fix, verifies it in a fresh copy, and shows the
    diff. Your files are written only with --apply, and only if the result is green.

    \b
    Examples:
      verdigris fix .
      verdigris fix path/to/project --apply
      verdigris fix . --no-llm --search-seconds 120
      verdigris fix . --tiers recall,fast
      verdigris fix . --no-llm --memory off
      verdigris fix . --test-cmd "pytest -q tests/unit" --max-seconds 600
      verdigris fix . --model anthropic:claude-sonnet-4-5 --max-cost 0.50
      verdigris fix . --record answers.jsonl
      verdigris fix . --replay answers.jsonl
      verdigris fix . --sandbox docker --sandbox-image my-project-tests
      verdigris fix --resume-run-id 261115-031500-a1b2c3
    """
    from verdigris.agent import check_task
    from verdigris.cli.sitting import carry_out, exit_status
    from verdigris.core.task import Task
    from verdigris.engine.runs import keep_flags, new_run_id
    from verdigris.engine.sitting import Options
    from verdigris.settings import load

    flags = {
        **options.model_flags(model, fast_model, strong_model, no_llm),
        **options.recording_flags(record, replay),
        **options.limit_flags(max_iters, max_seconds, max_tokens, max_cost),
        **options.cascade_flags(tiers, search_seconds),
        "memory.mode": memory,
        "limits.until_green": True if until_green else None,
        **options.python_flags(python),
        "checks.ruff_cmd": ruff_cmd,
        "checks.bandit_cmd": bandit_cmd,
        "checks.allow_imports": tuple(allow_import) if allow_import else None,
        **options.sandbox_flags(
            sandbox, sandbox_image, sandbox_cpus, sandbox_memory, sandbox_network
        ),
    }
    if resume_run_id is not None:
        run_id, task, flags = resumed(resume_run_id, flags, job="fix")
    else:
        run_id = new_run_id()
        root = (path or Path.cwd()).resolve()
        task = Task(root=str(root), test_cmd=test_cmd, **({"goal": goal} if goal else {}))
    check_task(task)
    settings = load(Path(task.root), flags).settings
    if "search" not in settings.cascade.tiers:  # else a search comes first and needs none
        offer_local_model(settings, quiet=as_json)
    keep_flags(settings, run_id, flags)
    sitting = Options(
        run_id=run_id,
        resume=run_id if resume_run_id else "",
        apply=apply,
        stop_after=stop_after or "",
    )
    result = carry_out(task, settings, sitting, as_json=as_json, verbose=verbose)
    if not as_json:
        epilogue(result)
    raise typer.Exit(exit_status(result))


def resumed(name: str, flags: dict[str, Any], *, job: Job) -> tuple[str, Task, dict[str, Any]]:
    """Return a run's id, its task, and its flags with those of now on top.

    Raises UserError for a run of another command, which has other options.
    """
    import asyncio

    from verdigris.engine.runner import task_of
    from verdigris.engine.runs import find_run, merged_flags
    from verdigris.errors import UserError
    from verdigris.settings import load

    settings = load().settings
    run_id = find_run(settings, name)
    task = asyncio.run(task_of(run_id, settings))
    if task.job != job and task.job in ("fix", "build"):
        raise UserError(
            f"Run {run_id} was started by `verdigris {task.job}`.",
            hint=f"Go on with: verdigris {task.job} --resume-run-id {run_id}",
        )
    return run_id, task, merged_flags(settings, run_id, flags)


def offer_local_model(settings: Settings, *, quiet: bool) -> None:
    """Where no model is configured and a person is there to answer, offer to pull the local one."""
    from verdigris.cli.sitting import is_interactive
    from verdigris.errors import ModelUnavailable
    from verdigris.models.resolve import model_name

    if not settings.asks_models or settings.models.replay is not None:
        return
    try:
        model_name("fast", settings)
    except ModelUnavailable:
        question = "No model is configured. Pull the local one now (about 1.1 GB, no key needed)?"
        if quiet or not is_interactive() or not typer.confirm(question, default=True):
            return  # memory may know the fix; if not, the run will say what is missing
        from verdigris.cli.model import pull

        pull(settings.local.model)


def epilogue(result: RunResult) -> None:
    """Say what to do next, in commands that can be copied."""
    from shlex import quote

    again = f"verdigris {result.task.job} --resume-run-id {result.run_id}"
    patch = quote(f"{result.folder}/final.patch")
    if result.green and result.change is not None and result.change.doubts:
        typer.echo(f"Read it before you rely on it: {', '.join(result.change.doubts)}.")
    if result.status == "paused":
        typer.echo(f"Go on with: {again}")
    elif result.applied:
        typer.echo(
            f"Written to {result.task.root}. To take it back: verdigris undo {result.run_id}"
        )
    elif result.green and result.change is not None:
        typer.echo(f"Your files are untouched. To take it: verdigris apply {result.run_id}")
        typer.echo(f"Or by hand: cd {quote(result.task.root)} && git apply {patch}")
    elif result.status == "not_green":
        if result.change is not None:
            typer.echo(f"What was won so far: {patch}")
            typer.echo(f"To go another way from a step of it: verdigris show {result.run_id}")
        typer.echo(f"Give it more: {with_more(result, again)}")


_UNITS = {"time limit": "seconds", "token limit": "tokens", "cost limit": "cost"}
_WHOSE = {"of the fast tier": "FAST", "of the strong tier": "STRONG", "of the day": "DAY"}


def with_more(result: RunResult, again: str) -> str:
    """Return the command that goes on with more of what a run stopped short of green for."""
    reason = result.reason
    if unit := next((unit for words, unit in _UNITS.items() if words in reason), ""):
        # Limits of a tier or a day have no option, only a setting.
        whose = next((name for words, name in _WHOSE.items() if words in reason), "")
        if whose:
            return f"VERDIGRIS_LIMITS__{whose}_{unit.upper()}=NUMBER {again}"
        return f"{again} --max-{unit} NUMBER"
    if not result.use.calls:
        return f"{again} --model NAME"
    return f"{again} --max-iters {2 * max(result.iterations, 1)}"
