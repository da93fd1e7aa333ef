"""`verdigris audit`: look a project over; nothing is patched or executed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verdigris.cli import options
from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verdigris.core.finding import Finding


def audit(
    path: Annotated[
        Path | None, typer.Argument(help="The folder of the project. [default: this folder]")
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option(
            help="What to look for, in words. One that speaks of SQL, queries or injection shows "
            "those findings alone; names of functions narrow the others."
        ),
    ] = None,
    sandbox: options.Sandbox = None,
    sandbox_image: options.SandboxImage = None,
    sandbox_cpus: options.SandboxCpus = None,
    sandbox_memory: options.SandboxMemory = None,
    sandbox_network: options.SandboxNetwork = False,
    as_json: AsJson = False,
    sarif_file: Annotated[
        Path | None,
        typer.Option("--sarif", metavar="FILE", help="Write the findings as SARIF 2.1.0 as well."),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show findings of severity info as well.")
    ] = False,
) -> None:
    """Look a project over by rule. Nothing is patched and nothing is executed.

    The SQL in Python, JavaScript, TypeScript and .sql files: values that get into its text,
    misspelt keywords, DELETE and UPDATE of every row. And Python that often causes faults. Exit
    status: 0 when it was carried out, whatever it found.

    \b
    Examples:
      verdigris audit .
      verdigris audit path/to/project --goal "Look over the SQL." --json
      verdigris audit . --sarif findings.sarif
      verdigris audit . --goal "load_settings and its callers"
    """
    from verdigris.agent import check_task
    from verdigris.cli.sitting import carry_out, exit_status
    from verdigris.core.task import Task
    from verdigris.engine.runs import new_run_id
    from verdigris.engine.sitting import Options
    from verdigris.settings import load

    root = (path or Path.cwd()).resolve()
    task = Task(job="audit", root=str(root), goal=goal or "Look the code over.")
    check_task(task)
    flags = options.sandbox_flags(
        sandbox, sandbox_image, sandbox_cpus, sandbox_memory, sandbox_network
    )
    settings = load(root, {"models.enabled": False, **flags}).settings
    sitting = Options(run_id=new_run_id())
    result = carry_out(task, settings, sitting, as_json=as_json, verbose=verbose)
    if not as_json:
        _print(result.findings, verbose=verbose)
    if sarif_file is not None:
        _write_sarif(result.findings, sarif_file)
    raise typer.Exit(exit_status(result))


def _print(findings: Sequence[Finding], *, verbose: bool) -> None:
    from verdigris.core.text import count
    from verdigris.telemetry.terminal import plain

    shown = [each for each in findings if verbose or each.severity != "info"]
    for finding in shown:
        typer.echo(f"{finding.severity:5} {plain(str(finding)).plain}")
        if finding.cure:
            typer.echo(f"      {plain(finding.cure).plain}")
    if left := len(findings) - len(shown):
        typer.echo(f"{count(left, 'finding')} of severity info; --verbose shows them.")


def _write_sarif(findings: Sequence[Finding], file: Path) -> None:
    import json

    from verdigris import __version__
    from verdigris.checks.sarif import sarif
    from verdigris.errors import UserError

    try:
        file.write_text(json.dumps(sarif(findings, __version__), indent=2) + "\n", "utf-8")
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror}.") from error
