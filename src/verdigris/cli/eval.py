"""`verdigris eval`: measure Verdigris, a bare model or another agent on a suite of tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from verdigris.cli import eval_options as own
from verdigris.cli import options

if TYPE_CHECKING:
    from verdigris.evals.keeping import Home
    from verdigris.evals.plan import Plan


class _RunByDefault(TyperGroup):
    """`verdigris eval --suite NAME` is `verdigris eval run --suite NAME`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0].startswith("-") and args[0] not in ("-h", "--help"):
            args = ["run", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_RunByDefault,
    no_args_is_help=True,
    help=(
        "Measure Verdigris, a bare model or another agent on a suite of tasks.\n\n"
        "`verdigris eval --suite NAME` is short for `verdigris eval run --suite NAME`."
    ),
)


@app.command()
def run(
    ctx: typer.Context,
    suite: own.Suite = None,
    only: own.Only = None,
    limit: own.Limit = 0,
    runs: own.Runs = 1,
    seed: own.Seed = 0,
    stream: own.Stream = False,
    baseline: own.Baseline = None,
    agent: own.Agent = None,
    model: options.Model = None,
    fast_model: options.FastModel = None,
    strong_model: options.StrongModel = None,
    no_llm: options.NoLlm = False,
    tiers: options.Tiers = None,
    memory: options.Memory = None,
    max_iters: options.MaxIters = None,
    max_seconds: options.MaxSeconds = None,
    max_tokens: options.MaxTokens = None,
    max_cost: options.MaxCost = None,
    search_seconds: options.SearchSeconds = None,
    job_seconds: own.JobSeconds = None,
    budget: own.Budget = "",
    jobs: own.Jobs = 1,
    python: own.Python = None,
    sandbox: options.Sandbox = None,
    resume: own.Resume = None,
    fresh: own.Fresh = False,
    html: own.Html = None,
    csv: own.Csv = None,
    junit: own.Junit = None,
    fail_under: own.FailUnder = None,
    fail_over: own.FailOver = None,
    as_json: options.AsJson = False,
) -> None:
    """Run a suite and say how many tasks were solved, and how many of these are right.

    Each job is one task, done once, in a process of its own with an empty memory. What is finished
    is kept: the same command goes on after a kill, and does only what has changed since. The
    hidden tests run on the result; neither Verdigris nor a bare model sees them. Another agent
    runs as you and is not kept from looking for them.

    \b
    Examples:
      verdigris eval --suite fix-small --no-llm --search-seconds 20
      verdigris eval --suite honesty --model local:qwen2.5-coder-1.5b --runs 3
      verdigris eval --suite fix-small --only 'call-*' --limit 4 --no-llm
      verdigris eval --suite my-suite --no-llm --stream --memory shuffled
      verdigris eval --suite audit-sql --fail-under recall=0.8 --fail-over false_alarms=1
      verdigris eval --suite fix-small --model ollama:qwen2.5-coder --baseline best-of-4
      verdigris eval --suite quixbugs:~/QuixBugs --no-llm --html report.html
      verdigris eval --suite fix-small --no-llm --fail-under solved=0.7 --fail-over false_green=0
      verdigris eval run --resume last
    """  # fmt: skip
    from verdigris.cli.eval_reports import require_reports
    from verdigris.cli.eval_view import finish, measure
    from verdigris.evals.figures.gates import read_gates
    from verdigris.evals.jobs.budget import read_purse
    from verdigris.evals.keeping import Home
    from verdigris.settings import load

    gates = [*read_gates(fail_under or [], under=True), *read_gates(fail_over or [], under=False)]
    purse = read_purse(budget)
    reports = {"html": html, "csv": csv, "junit": junit}
    require_reports(reports)
    home = Home(load().settings)
    flags = {
        **options.model_flags(model, fast_model, strong_model, no_llm),
        **options.limit_flags(max_iters, max_seconds, max_tokens, max_cost),
        **options.cascade_flags(tiers, search_seconds),
        "memory.mode": memory,
        **options.python_flags(python),
        "sandbox.backend": sandbox,
    }
    asked = {"only": tuple(only or ()), "limit": limit, "runs": runs, "seed": seed,
             "stream": stream}  # fmt: skip
    name, plan = (
        _resumed(ctx, home, resume)
        if resume is not None
        else ("", _plan(suite, _entrant(baseline, agent), asked, flags, job_seconds))
    )
    remembers = plan.flags.get("memory.mode") in ("on", "shuffled")
    if remembers and not plan.stream and not as_json:
        typer.echo("Each job begins with an empty memory: --stream lets them share one.", err=True)
    record = measure(plan, home, jobs=jobs, name=name, fresh=fresh, purse=purse, quiet=as_json)
    finish(record, home, gates, reports, as_json=as_json)


_BESIDE_RESUME = ("resume", "jobs", "budget", "fresh", "html", "csv", "junit", "fail_under",
                  "fail_over", "as_json")  # fmt: skip


def _resumed(ctx: typer.Context, home: Home, resume: str) -> tuple[str, Plan]:
    """Return the id of an eval that goes on, and what it was asked to do."""
    from verdigris.errors import UserError

    given = [
        max(each.opts, key=len)
        for each in ctx.command.params
        if each.name not in _BESIDE_RESUME
        and (source := ctx.get_parameter_source(each.name or ""))
        and source.name == "COMMANDLINE"
    ]
    if given:
        raise UserError(f"--resume goes on with an eval as it was: leave {', '.join(given)} out.")
    return home.plan(resume)


def _plan(
    suite: str | None,
    entrant: dict[str, str],
    asked: dict[str, Any],
    flags: dict[str, Any],
    job_seconds: float | None,
) -> Plan:
    """Return what is to be done. Raises UserError or MissingError for what no job could do."""
    from verdigris.errors import UserError
    from verdigris.evals.entrants.enter import require_entrant
    from verdigris.evals.plan import Plan
    from verdigris.evals.tasks.sources import settled

    if suite is None:
        raise UserError("Say which tasks: --suite NAME or a folder.", hint=_known_suites())
    given = {name: value for name, value in flags.items() if value is not None}
    seconds = given.get("limits.max_seconds")
    plan = Plan(
        suite=settled(suite),
        flags=given,
        job_seconds=job_seconds or (3 * seconds + 60 if seconds else 1800.0),
        **entrant,
        **asked,
    )
    require_entrant(plan)
    return plan


def _entrant(baseline: str | None, agent: str | None) -> dict[str, str]:
    from verdigris.errors import UserError

    if baseline and agent:
        raise UserError("Measure one at a time: --baseline or --agent, not both.")
    if agent is not None:
        return {"entrant": "agent", "agent": agent}
    return {"entrant": baseline or "verdigris"}


def _known_suites() -> str:
    from verdigris.evals.tasks.reading import built_in

    return f"Ours: {', '.join(built_in())}."


@app.command()
def validate(
    suites: own.Suites = None,
    only: own.Only = None,
    jobs: own.Jobs = 2,
    python: own.Python = None,
    as_json: options.AsJson = False,
) -> None:
    """Check that each task fails before, passes with its solution, and that hidden tests agree.

    Exit status 1 when one is not sound.

    \b
    Examples:
      verdigris eval validate
      verdigris eval validate my-suite --python .venv/bin/python
      verdigris eval validate fix-small --only 'call-*'
    """
    from verdigris.cli.eval_view import tell_soundness

    raise typer.Exit(tell_soundness(suites or [], only or [], jobs, python, as_json=as_json))


@app.command()
def compare(first: own.EvalName, second: own.EvalName, as_json: options.AsJson = False) -> None:
    """Compare two evals task by task, and say which is better or that one cannot tell.

    Only tasks that both were run on count. The test is exact; the intervals are bootstrapped.

    \b
    Examples:
      verdigris eval compare 261115-031500 261115-042200
      verdigris eval compare baseline.json last --json
    """
    from verdigris.cli.eval_view import tell_comparison
    from verdigris.evals.figures.compare import compare as contrast
    from verdigris.evals.keeping import Home
    from verdigris.settings import load

    home = Home(load().settings)
    found = contrast(home.record(first), home.record(second))
    if as_json:
        typer.echo(found.model_dump_json(indent=2))
    else:
        tell_comparison(found)


@app.command()
def show(
    name: own.EvalName,
    html: own.Html = None,
    csv: own.Csv = None,
    junit: own.Junit = None,
    as_json: options.AsJson = False,
) -> None:
    """Show the figures of an eval again, or write them in another form.

    \b
    Examples:
      verdigris eval show last
      verdigris eval show last --html report.html --csv rows.csv
    """
    from verdigris.cli.eval_reports import require_reports, write_reports
    from verdigris.cli.eval_view import tell_record
    from verdigris.evals.keeping import Home
    from verdigris.settings import load

    reports = {"html": html, "csv": csv, "junit": junit}
    require_reports(reports)
    home = Home(load().settings)
    record = home.record(name)
    tell_record(record, as_json=as_json)
    write_reports(record, reports, quiet=as_json)


@app.command("list")
def list_evals(
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="How many are listed.")] = 20,
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="Also those of others who share the database.")
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """List the evals of this machine, or of all who share its database, the newest first.

    \b
    Examples:
      verdigris eval list
      verdigris eval list --everywhere
      verdigris eval list --json
    """
    import asyncio

    from verdigris.cli.eval_view import tell_list
    from verdigris.evals.keeping import Home
    from verdigris.evals.recording import listed, stored
    from verdigris.settings import load

    home = Home(load().settings)
    if everywhere:
        found = asyncio.run(stored(home.database_url, limit))
    else:
        found = [listed(record) for record in home.records()[:limit]]
    tell_list(found, as_json=as_json)


@app.command()
def tasks(suite: own.SuiteName, only: own.Only = None, as_json: options.AsJson = False) -> None:
    """List the tasks of a suite, without running any.

    \b
    Examples:
      verdigris eval tasks fix-small
      verdigris eval tasks exercism:~/polyglot-benchmark
    """
    from verdigris.cli.eval_view import tell_tasks
    from verdigris.evals.tasks.sources import chosen, open_source

    tell_tasks(chosen(open_source(suite).tasks, only or (), 0), as_json=as_json)
