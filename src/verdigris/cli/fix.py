"""`verdigris fix`: repair a project until its tests are honestly green."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from verdigris.core.result import RunResult
    from verdigris.core.task import Task
    from verdigris.settings import Settings

STEPS = (
    "reproduce", "plan", "retrieve", "audit", "patch", "apply", "check", "execute", "reflect",
    "remember", "decide",
)  # fmt: skip
_MODELS, _LIMITS, _RUNNING = "Models", "Limits", "Running"


def fix(
    path: Annotated[
        Path | None, typer.Argument(help="The folder of the project. [default: this folder]")
    ] = None,
    goal: Annotated[
        str | None, typer.Option(help="What to achieve, in words, when it is more than the tests.")
    ] = None,
    test_cmd: Annotated[
        str | None, typer.Option(help="The command that runs the tests. [default: pytest]")
    ] = None,
    python: Annotated[str | None, typer.Option(help="The interpreter the tests run with.")] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Write the fix to your files once it is green.")
    ] = False,
    model: Annotated[
        str | None,
        typer.Option(
            help="The model to ask, such as local:qwen2.5-coder-1.5b.", rich_help_panel=_MODELS
        ),
    ] = None,
    fast_model: Annotated[
        str | None, typer.Option(help="The model that is asked first.", rich_help_panel=_MODELS)
    ] = None,
    strong_model: Annotated[
        str | None, typer.Option(help="The model that is asked next.", rich_help_panel=_MODELS)
    ] = None,
    no_llm: Annotated[
        bool, typer.Option("--no-llm", help="Ask no model at all.", rich_help_panel=_MODELS)
    ] = False,
    max_iters: Annotated[
        int | None,
        typer.Option(min=1, help="Go round the loop at most N times.", rich_help_panel=_LIMITS),
    ] = None,
    max_seconds: Annotated[
        float | None, typer.Option(help="Stop after this many seconds.", rich_help_panel=_LIMITS)
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option(help="Stop after this many tokens.", rich_help_panel=_LIMITS)
    ] = None,
    max_cost: Annotated[
        float | None, typer.Option(help="Stop after this many US dollars.", rich_help_panel=_LIMITS)
    ] = None,
    until_green: Annotated[
        bool,
        typer.Option(
            "--until-green",
            help="Go on although the same failure keeps coming back; the limits still hold.",
            rich_help_panel=_LIMITS,
        ),
    ] = False,
    stop_after: Annotated[
        str | None,
        typer.Option(help=f"Pause after a step: {', '.join(STEPS)}.", rich_help_panel=_RUNNING),
    ] = None,
    resume_run_id: Annotated[
        str | None,
        typer.Option(help="Go on with a run that was paused or killed.", rich_help_panel=_RUNNING),
    ] = None,
    ruff_cmd: Annotated[
        str | None,
        typer.Option(help="Replaces `ruff check`; files are appended.", rich_help_panel=_RUNNING),
    ] = None,
    bandit_cmd: Annotated[
        str | None,
        typer.Option(help="Replaces `bandit`; files are appended.", rich_help_panel=_RUNNING),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show what each step sees and asks.")
    ] = False,
) -> None:
    """Repair a project until its tests are honestly green.

    Verdigris runs the tests on a copy, looks for a fix, verifies it in a fresh copy, and shows the
    diff. Your files are written only with --apply, and only if the result is green.

    \b
    Examples:
      verdigris fix .
      verdigris fix path/to/project --apply
      verdigris fix . --test-cmd "pytest -q tests/unit" --max-seconds 600
      verdigris fix . --model anthropic:claude-sonnet-4-5 --max-cost 0.50
      verdigris fix --resume-run-id 261115-031500-a1b2c3
    """
    from verdigris.agent import check_task
    from verdigris.cli.sitting import carry_out, exit_status
    from verdigris.core.task import Task
    from verdigris.engine.runner import Options
    from verdigris.errors import UserError
    from verdigris.settings import load

    if stop_after is not None and stop_after not in STEPS:
        raise UserError(f"There is no step '{stop_after}'.", hint=f"Steps: {', '.join(STEPS)}")
    resumed = _resumed(resume_run_id)
    root = Path(resumed.root) if resumed else (path or Path.cwd()).resolve()
    flags = {
        "models.default": model,
        "models.fast": fast_model,
        "models.strong": strong_model,
        "models.enabled": False if no_llm else None,
        "limits.max_iters": max_iters,
        "limits.max_seconds": max_seconds,
        "limits.max_tokens": max_tokens,
        "limits.max_cost": max_cost,
        "limits.until_green": True if until_green else None,
        "suite.python": python,
        "checks.ruff_cmd": ruff_cmd,
        "checks.bandit_cmd": bandit_cmd,
    }
    settings = load(root, flags).settings
    task = resumed or Task(root=str(root), test_cmd=test_cmd, **({"goal": goal} if goal else {}))
    check_task(task)
    _offer_local_model(settings, quiet=as_json)
    options = Options(apply=apply, stop_after=stop_after or "", resume=resume_run_id or "")
    result = carry_out(task, settings, options, as_json=as_json, verbose=verbose)
    if not as_json:
        _epilogue(result, apply=apply)
    raise typer.Exit(exit_status(result))


def _resumed(run_id: str | None) -> Task | None:
    """Return the task of a run, so that its own project's settings are read when it goes on."""
    if run_id is None:
        return None
    import asyncio

    from verdigris.engine.runner import task_of
    from verdigris.settings import load

    return asyncio.run(task_of(run_id, load(Path.cwd()).settings))


def _offer_local_model(settings: Settings, *, quiet: bool) -> None:
    """Where no model is configured and a person is there to answer, offer to pull the local one."""
    from verdigris.cli.sitting import is_interactive
    from verdigris.errors import ModelUnavailable
    from verdigris.models.resolve import model_name

    if not settings.models.enabled:
        return
    try:
        model_name("fast", settings)
    except ModelUnavailable:
        if quiet or not is_interactive():
            raise
        question = "No model is configured. Pull the local one now (about 1.1 GB, no key needed)?"
        if not typer.confirm(question, default=True):
            raise
        from verdigris.cli.model import pull

        pull(settings.local.model)


def _epilogue(result: RunResult, *, apply: bool) -> None:
    from rich.console import Console

    from verdigris.telemetry.terminal import plain

    console = Console()
    if result.status == "paused":
        console.print(plain(f"Go on with: verdigris fix --resume-run-id {result.run_id}"))
    elif result.applied:
        console.print(plain(f"Written to {result.task.root}."))
    elif result.green and result.change is not None and not apply:
        console.print(
            plain(f"Your files are untouched. Take it: git apply {result.folder}/final.patch")
        )
    if result.status == "not_green" and result.change is not None:
        console.print(plain(f"What was won so far: {result.folder}/final.patch"))
