"""`verdigris build`: from a goal in words to a small program with tests that can be trusted."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from verdigris.cli import options

if TYPE_CHECKING:
    from verdigris.core.result import RunResult
    from verdigris.core.task import Task
    from verdigris.settings import Settings

_RUNNING = "Running"
_STUBS = "Write what is only declared, so that the tests pass."


def build(
    goal: Annotated[
        str | None,
        typer.Argument(metavar="GOAL", help="What to build, in words.", show_default=False),
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option(help="Write the stubs of this project instead; its tests are the judge."),
    ] = None,
    profile: Annotated[
        Literal["cli_tool", "web_app", "data_pipeline", "library", "script"] | None,
        typer.Option("--profile", "-p", help="What sort of program. [default: from the goal]"),
    ] = None,
    language: Annotated[
        Literal["python", "node", "typescript"] | None,
        typer.Option(help="What to write it in. [default: from the goal]"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="A new folder for the program. [default: workspace/NAME]"),
    ] = None,
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask you about what the goal leaves open.")
    ] = False,
    apply: Annotated[
        bool,
        typer.Option("--apply", help="With --into: write to your files once it is green."),
    ] = False,
    test_cmd: Annotated[
        str | None, typer.Option(help="With --into: the command that runs the tests.")
    ] = None,
    python: Annotated[str | None, typer.Option(help="The interpreter the tests run with.")] = None,
    model: options.Model = None,
    fast_model: options.FastModel = None,
    strong_model: options.StrongModel = None,
    no_llm: options.NoLlm = False,
    record: options.Record = None,
    replay: options.Replay = None,
    tiers: options.Tiers = None,
    samples: Annotated[
        int | None,
        typer.Option(
            min=1, help="How many times each file is written.", rich_help_panel=options.LIMITS
        ),
    ] = None,
    memory: options.Memory = None,
    max_iters: options.MaxIters = None,
    max_seconds: options.MaxSeconds = None,
    max_tokens: options.MaxTokens = None,
    max_cost: options.MaxCost = None,
    search_seconds: options.SearchSeconds = None,
    until_green: options.UntilGreen = False,
    stop_after: options.StopAfter = None,
    resume_run_id: options.Resume = None,
    allow_package: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Let the program use this package without asking.",
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
    """Build a small program from a goal: plan, tests, code, and an honest report.

    Tests are written before the code, several times, and so is the code. All are run against all,
    and only tests on which they agree are trusted; the rest is quarantined with the reason. The
    best version so far is always in its folder, with a git history of its own. REPORT.md there says
    what was verified and what was not.

    \b
    Examples:
      verdigris build "Create a CLI tool for managing TODO items stored in JSON"
      verdigris build "A function slugify(text) in slug.py. slugify('A b') == 'a-b'"
      verdigris build "A REST API for notes" -p web_app --language node --out notes
      verdigris build "A CSV to JSON converter" --ask
      verdigris build --into path/to/project --apply
      verdigris build --resume-run-id 261115-031500-a1b2c3
    """
    from verdigris.agent import check_task
    from verdigris.cli.fix import offer_local_model, resumed
    from verdigris.cli.sitting import carry_out, exit_status
    from verdigris.core.text import tidy
    from verdigris.engine.runs import keep_flags, new_run_id, run_folder
    from verdigris.engine.sitting import Options
    from verdigris.settings import load

    flags: dict[str, Any] = {
        **options.model_flags(model, fast_model, strong_model, no_llm),
        **options.recording_flags(record, replay),
        **options.limit_flags(max_iters, max_seconds, max_tokens, max_cost),
        **options.cascade_flags(tiers, search_seconds),
        "memory.mode": memory,
        "build.samples": samples,
        "build.packages": tuple(allow_package) if allow_package else None,
        "limits.until_green": True if until_green else None,
        **options.python_flags(python),
        **options.sandbox_flags(
            sandbox, sandbox_image, sandbox_cpus, sandbox_memory, sandbox_network
        ),
    }
    _require_sense(into, out, apply, ask, test_cmd, resume_run_id)
    if resume_run_id is not None:
        run_id, task, flags = resumed(resume_run_id, flags, job="build")
    else:
        run_id = new_run_id()
        goal = tidy(goal) if goal else goal
        if into is not None:
            task = _in_project(goal, into.resolve(), profile, language, test_cmd)
        else:
            _require_model(load(Path.cwd(), flags).settings)  # before somebody types in vain
            task = _new_program(goal, profile, language, ask=ask, quiet=as_json)
    check_task(task)
    settings = load(Path(task.root) if task.into else Path.cwd(), flags).settings
    if not task.into:
        _require_model(settings)
    offer_local_model(settings, quiet=as_json)
    if resume_run_id is None and not task.into:
        task = task.model_copy(update={"root": _folder(out, task.goal, quiet=as_json)})
    keep_flags(settings, run_id, flags)
    sitting = Options(
        run_id=run_id,
        resume=run_id if resume_run_id else "",
        apply=apply,
        stop_after=stop_after or "",
    )
    try:
        result = carry_out(task, settings, sitting, as_json=as_json, verbose=verbose, ask=ask)
    finally:
        if resume_run_id is None and not task.into:
            _give_back(Path(task.root), run_folder(settings, run_id))
    if not as_json:
        epilogue(result, ask=ask)
    raise typer.Exit(exit_status(result))


def _require_sense(
    into: Path | None,
    out: Path | None,
    apply: bool,
    ask: bool,
    test_cmd: str | None,
    resumed: str | None,
) -> None:
    from verdigris.cli.sitting import is_interactive
    from verdigris.errors import UserError

    if into is not None and out is not None:
        raise UserError("--into and --out name two places.", hint="Give one of them.")
    if apply and into is None and resumed is None:
        raise UserError(
            "--apply belongs to --into: a new program is always written to its own folder."
        )
    if ask and into is not None:
        raise UserError("--ask is about a new program: with --into the tests say what is wanted.")
    if test_cmd is not None and into is None:
        raise UserError("--test-cmd belongs to --into: a new program brings its own tests.")
    if ask and not is_interactive():
        raise UserError(
            "--ask needs a terminal to ask on.",
            hint="Leave it out, and say in the goal what it would ask: REPORT.md names the rest.",
        )


def _require_model(settings: Settings) -> None:
    from verdigris.errors import UserError

    if not settings.asks_models:
        raise UserError(
            "Building from a goal needs a model.",
            hint="Leave --no-llm out. `verdigris model pull` gets one that runs on this machine.",
        )


def _in_project(
    goal: str | None, root: Path, profile: Any, language: Any, test_cmd: str | None
) -> Task:
    from verdigris.core.task import Task

    return Task(
        job="build", goal=goal or _STUBS, root=str(root), into=True,
        language=language or _language_in(root), profile=profile or "library", test_cmd=test_cmd,
    )  # fmt: skip


def _new_program(goal: str | None, profile: Any, language: Any, *, ask: bool, quiet: bool) -> Task:
    """Return the task of a new program; its goal is empty where there is nobody to ask for it."""
    from verdigris.cli.approve import line
    from verdigris.cli.sitting import is_interactive
    from verdigris.core.task import Task

    if goal is None and is_interactive() and not quiet:
        while (goal := line("What shall be built?")) == "":
            pass
    if goal and ask and language is None:
        language = _asked_language(goal)
    return Task(
        job="build", goal=goal or "", root=str(Path.cwd()), language=language, profile=profile
    )


def _asked_language(goal: str) -> str | None:
    """Ask for the language where the goal names none: it is settled before a run begins."""
    from verdigris.building.goal import language_of
    from verdigris.cli.approve import line

    if language_of(goal)[1] != "the goal names no language":
        return None
    while (said := line("Which language: python, node or typescript? [python]")) is not None:
        chosen = said.lower() or "python"
        if chosen in ("python", "node", "typescript"):
            return chosen
    return None


def _give_back(folder: Path, run: Path) -> None:
    """Remove the empty folder of a run that never began; one that can go on keeps its place."""
    if not (run / "checkpoints.db").exists():
        with contextlib.suppress(OSError):
            folder.rmdir()


def _language_in(root: Path) -> str:
    """Return the language of a project by how its tests are run."""
    from verdigris.suites.finding import find

    if not root.is_dir() or find(root).runner != "node":
        return "python"
    typed = any(path.suffix in (".ts", ".mts") for path in root.glob("**/[!.]*.*ts"))
    return "typescript" if typed and (root / "tsconfig.json").exists() else "node"


def _folder(out: Path | None, goal: str, *, quiet: bool) -> str:
    from verdigris.building.goal import name_of
    from verdigris.engine.handing_over import claim, take

    if out is not None:
        return str(take(out))
    name = name_of(goal)
    folder = claim(Path.cwd() / "workspace", name)
    if folder.name != name and not quiet:
        typer.echo(f"workspace/{name} is taken; building in workspace/{folder.name}.")
    return str(folder)


def epilogue(result: RunResult, *, ask: bool = False) -> None:
    """Say where the program is and what to do next, in commands that can be copied."""
    from verdigris.building.unmet import doubt
    from verdigris.cli import fix
    from verdigris.core.decision import UNVERIFIED

    task = result.task
    if task.job != "build" or task.into:
        fix.epilogue(result)
        return
    again = f"verdigris build --resume-run-id {result.run_id}"
    if result.status == "paused":
        unplanned = ask and result.built is None  # so its questions are still to be answered
        typer.echo(f"Go on with: {again}{' --ask' if unplanned else ''}")
    if result.built is not None and result.built.agreement:
        typer.echo(f"The program: {result.built.folder}")
        typer.echo(f"What was verified: {Path(result.built.folder) / 'REPORT.md'}")
        if result.green and (weak := doubt(result.built.agreement)):
            typer.echo(f"Verified in part: {weak}.")
    if result.reason == UNVERIFIED:
        typer.echo("To have it verified, show in the goal what it does, such as: double(4) == 8")
    elif result.status == "not_green":
        typer.echo(f"Give it more: {fix.with_more(result, again)}")
