"""The `verdigris` command: gathers the commands and turns errors into one sentence and a status.

Exit status: 0 green, 1 not green, 2 wrong use, 3 something is missing, 130 interrupted.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from verdigris.cli.apply import apply, undo
from verdigris.cli.audit import audit
from verdigris.cli.build import build
from verdigris.cli.check import check
from verdigris.cli.config import app as config_app
from verdigris.cli.diff import diff
from verdigris.cli.doctor import doctor
from verdigris.cli.eval import app as eval_app
from verdigris.cli.fix import fix
from verdigris.cli.fork import fork
from verdigris.cli.graph import app as graph_app
from verdigris.cli.history import history
from verdigris.cli.learn import learn
from verdigris.cli.memory import app as memory_app
from verdigris.cli.model import app as model_app
from verdigris.cli.runs import runs
from verdigris.cli.show import show
from verdigris.cli.verify import verify

app = typer.Typer(
    name="verdigris",
    help=(
        "Verdigris repairs a repository until its tests are honestly green, and builds small "
        "programs from a goal.\n\n"
        "It works on a copy, looks for a fix where it costs least, verifies it in a fresh copy, "
        "and remembers what it learned. Your files are written only by --apply or "
        "`verdigris apply`, and `verdigris undo` takes it back.\n\n"
        "Exit status: 0 green, 1 not green, 2 wrong use, 3 something is missing, 130 interrupted."
    ),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help appears at once; Rich's costs more than the rest together
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(fix)
app.command()(build)
app.command()(audit)
app.command()(check)
app.command()(runs)
app.command()(history)
app.command()(show)
app.command()(diff)
app.command()(apply)
app.command()(undo)
app.command()(verify)
app.command()(fork)
app.command()(learn)
app.command()(doctor)
app.add_typer(eval_app, name="eval")
app.add_typer(memory_app, name="memory")
app.add_typer(graph_app, name="graph")
app.add_typer(model_app, name="model")
app.add_typer(config_app, name="config")


def _version(wanted: bool) -> None:
    if wanted:
        from verdigris import __version__

        typer.echo(f"verdigris {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Show the version and exit.", callback=_version, is_eager=True
        ),
    ] = False,
) -> None:
    pass


def main() -> None:
    import warnings

    from verdigris.errors import VerdigrisError

    # Reading a stranger's code is no occasion to complain about its escape sequences.
    warnings.filterwarnings("ignore", category=SyntaxWarning)
    try:
        app()
    except VerdigrisError as error:
        if "--json" in sys.argv:
            import json

            said = {"message": str(error), "hint": error.hint, "exit_code": error.exit_code}
            typer.echo(json.dumps({"error": said}))
        else:
            typer.echo(f"verdigris: {error.show()}", err=True)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)
