"""The options of `verdigris eval`, each defined once. `options` has those it shares with `fix`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verdigris.cli import options

_ENTRANT, _TASKS, _RESULTS = "Who is measured", "Tasks", "Results"

SuiteName = Annotated[
    str, typer.Argument(metavar="SUITE", help="A suite's name or folder, or ADAPTER:PATH.")
]
Suites = Annotated[
    list[str] | None,
    typer.Argument(metavar="[SUITE]…", help="Names, folders or ADAPTER:PATH. [default: ours]"),
]
EvalName = Annotated[
    str, typer.Argument(metavar="EVAL", help="An eval by its id or its beginning; `last`.")
]
Suite = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|PATH",
        help="A suite's name or folder, or ADAPTER:PATH.",
        rich_help_panel=_TASKS,
    ),
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="GLOB",
        help="Only tasks whose id matches; may be repeated.",
        rich_help_panel=_TASKS,
    ),
]
Limit = Annotated[
    int,
    typer.Option(
        min=0, help="At most N tasks, spread over the suite; 0 for all.", rich_help_panel=_TASKS
    ),
]
Runs = Annotated[
    int, typer.Option(min=1, max=1000, help="Do every task K times.", rich_help_panel=_TASKS)
]
Seed = Annotated[
    int, typer.Option(min=0, help="Where the seeds of questions begin.", rich_help_panel=_TASKS)
]
Stream = Annotated[
    bool,
    typer.Option(
        "--stream", help="Tasks come in order and share one memory.", rich_help_panel=_TASKS
    ),
]
Baseline = Annotated[
    str | None,
    typer.Option(
        metavar="plain|best-of-K", help="Measure the bare model instead.", rich_help_panel=_ENTRANT
    ),
]
Agent = Annotated[
    str | None,
    typer.Option(
        metavar="COMMAND",
        help="Measure another agent; {repo}, {goal}, {model}, {model_url}, {model_key} and "
        "{test_cmd} are filled in.",
        rich_help_panel=_ENTRANT,
    ),
]
JobSeconds = Annotated[
    float | None,
    typer.Option(
        min=1,
        help="Give a job up after this long. [default: 1800, or more than 3 x --max-seconds]",
        rich_help_panel=options.LIMITS,
    ),
]
Budget = Annotated[
    str,
    typer.Option(
        metavar="NAME=N,…",
        help="Of the whole eval: cost=DOLLARS, tokens=N, seconds=S.",
        rich_help_panel=options.LIMITS,
    ),
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many jobs run at once.")]
Python = Annotated[str | None, typer.Option(help="The interpreter the tests run with.")]
Resume = Annotated[
    str | None,
    typer.Option(metavar="EVAL", help="Go on with an eval as it was asked for; `last`."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Do jobs again that are finished already.")]
Html = Annotated[
    Path | None, typer.Option(help="Write the report to this file.", rich_help_panel=_RESULTS)
]
Csv = Annotated[
    Path | None, typer.Option(help="Write a row a job to this file.", rich_help_panel=_RESULTS)
]
Junit = Annotated[
    Path | None, typer.Option(help="Write JUnit XML to this file.", rich_help_panel=_RESULTS)
]
FailUnder = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FIGURE=N",
        help="Exit status 1 when a figure is lower; solved=0.8.",
        rich_help_panel=_RESULTS,
    ),
]
FailOver = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FIGURE=N",
        help="Exit status 1 when it is higher; false_green=0.",
        rich_help_panel=_RESULTS,
    ),
]
