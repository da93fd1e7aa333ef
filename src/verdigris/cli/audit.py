"""`verdigris audit`: look a project over; nothing is patched or executed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verdigris.cli import options
from verdigris.cli.options import AsJson


def audit(
    path: Annotated[
        Path | None, typer.Argument(help="The folder of the project. [default: this folder]")
    ] = None,
    goal: Annotated[
        str | None, typer.Option(help="What to look for, in words; names of functions narrow it.")
    ] = None,
    sandbox: options.Sandbox = None,
    sandbox_image: options.SandboxImage = None,
    sandbox_cpus: options.SandboxCpus = None,
    sandbox_memory: options.SandboxMemory = None,
    sandbox_network: options.SandboxNetwork = False,
    as_json: AsJson = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show every finding.")] = False,
) -> None:
    """Look a project's Python code over by rule. Nothing is patched and nothing is executed.

    \b
    Examples:
      verdigris audit .
      verdigris audit path/to/project --goal "load_settings and its callers" --json
    """
    from verdigris.agent import check_task
    from verdigris.cli.sitting import carry_out, exit_status
    from verdigris.core.task import Task
    from verdigris.engine.runner import Options
    from verdigris.engine.runs import new_run_id
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
    raise typer.Exit(exit_status(result))
