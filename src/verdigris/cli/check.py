"""`verdigris check`: the static gate alone, on a path, a patch, or the work since a revision."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verdigris.cli.options import AsJson, python_flags

if TYPE_CHECKING:
    from verdigris.checks.environment import Surroundings
    from verdigris.cli.subjects import Subject
    from verdigris.core.approval import Question
    from verdigris.core.finding import Finding
    from verdigris.settings import Settings

_RULES = "Rules"


def check(
    target: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PATH|DIFF]",
            help="A file, a folder, a patch (*.diff, *.patch), or - for a patch on standard "
            "input. [default: this folder]",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="REV", help="Count only what differs from this git revision."),
    ] = None,
    project: Annotated[
        Path | None,
        typer.Option(help="The project a patch or a file belongs to. [default: this folder]"),
    ] = None,
    python: Annotated[
        str | None, typer.Option(help="The interpreter whose packages count as installed.")
    ] = None,
    allow_import: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Allow a new package.", rich_help_panel=_RULES),
    ] = None,
    allow_rule: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="Switch a rule off.", rich_help_panel=_RULES),
    ] = None,
    block_operations: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Kinds of operation that block, with commas between; the others only warn.",
            rich_help_panel=_RULES,
        ),
    ] = None,
    ruff_cmd: Annotated[
        str | None,
        typer.Option(help="Replaces `ruff check`; files are appended.", rich_help_panel=_RULES),
    ] = None,
    bandit_cmd: Annotated[
        str | None,
        typer.Option(help="Replaces `bandit`; files are appended.", rich_help_panel=_RULES),
    ] = None,
    list_rules: Annotated[
        bool, typer.Option("--list-rules", help="Print the policy and exit.")
    ] = False,
    as_json: AsJson = False,
    as_sarif: Annotated[
        bool, typer.Option("--sarif", help="Print SARIF 2.1.0 and nothing else.")
    ] = False,
) -> None:
    """Check code before it runs: the policy, new imports, Ruff and Bandit. Nothing is executed.

    Of a file or folder everything counts. Of a patch, or with --against, only what it adds counts:
    what the project already had is not reported. Exit status: 0 nothing is blocked, 1 something
    is, 2 wrong use.

    \b
    Examples:
      verdigris check src
      verdigris check --against main
      verdigris check fix.patch --project path/to/project
      gh pr diff 12 | verdigris check - --sarif > findings.sarif
      verdigris check --list-rules
    """
    from verdigris.checks.rules import BY_ID
    from verdigris.errors import UserError
    from verdigris.settings import Machine, load
    from verdigris.settings.interpreter import named_python, require_program

    if list_rules:
        _print_rules(as_json)
        return
    if as_json and as_sarif:
        raise UserError("--json and --sarif exclude one another.")
    if unknown := [name for name in allow_rule or () if name not in BY_ID]:
        raise UserError(f"There is no rule {unknown[0]}.", hint="--list-rules names them all.")
    root = project or (target if target is not None and target.is_dir() else Path.cwd())
    flags = {
        "checks.allow_imports": tuple(allow_import) if allow_import else None,
        "checks.allow_rules": tuple(allow_rule) if allow_rule else None,
        "checks.block_operations": _words(block_operations),
        "checks.ruff_cmd": ruff_cmd,
        "checks.bandit_cmd": bandit_cmd,
        **python_flags(python),
    }
    settings = load(root, flags).settings
    if python is not None:
        require_program(named_python(python, Machine.current()))
    subject = _subject(target, against, root, project, settings)
    findings = _findings(subject, settings, quiet=as_json or as_sarif)
    _print(findings, subject, as_json=as_json, as_sarif=as_sarif)
    raise typer.Exit(1 if any(finding.severity == "block" for finding in findings) else 0)


def _words(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(filter(None, (word.strip() for word in text.split(","))))


def _subject(
    target: Path | None, revision: str | None, root: Path, project: Path | None, settings: Settings
) -> Subject:
    from verdigris.cli import subjects
    from verdigris.errors import UserError

    if revision is not None:
        if target is not None and not target.is_dir():
            raise UserError("--against looks at a whole project: name its folder, or none.")
        return subjects.against(revision, root)
    if target is not None and (str(target) == "-" or target.suffix in (".diff", ".patch")):
        if str(target) != "-" and not target.is_file():
            raise UserError(f"There is no file {target}.")
        if not root.is_dir():
            raise UserError(f"{root} is not a folder.", hint="Name the folder of your project.")
        return subjects.patch(target, root, settings.edits)
    path = target or root
    if not path.exists():
        raise UserError(f"There is no file or folder {path}.")
    return subjects.whole(path, project)


def _findings(subject: Subject, settings: Settings, *, quiet: bool) -> list[Finding]:
    import asyncio

    from verdigris.checks.environment import Surroundings
    from verdigris.settings import Machine

    surroundings = Surroundings(
        tree=subject.project,
        root=subject.project,
        python=settings.suite.python,
        machine=Machine.current(),
    )
    found = [*subject.findings, *_by_policy(subject, settings, quiet=quiet)]
    found += asyncio.run(_the_rest(subject, settings, surroundings))
    order = {"block": 0, "warn": 1, "info": 2}
    return sorted(found, key=lambda each: (order[each.severity], each.path, each.line))


def _by_policy(subject: Subject, settings: Settings, *, quiet: bool) -> list[Finding]:
    from verdigris.checks.gate import policy_findings
    from verdigris.core.change import Change

    if not subject.whole:
        return policy_findings(subject.change, settings.checks)
    from rich.console import Console
    from rich.progress import Progress

    found = []
    console = Console(stderr=True)
    hidden = quiet or not console.is_terminal or len(subject.edits) < 20
    with Progress(console=console, transient=True, disable=hidden) as progress:
        for edit in progress.track(subject.edits, description="checking"):
            found += policy_findings(Change(edits=(edit,), origin="user"), settings.checks)
    return found


async def _the_rest(
    subject: Subject, settings: Settings, surroundings: Surroundings
) -> list[Finding]:
    from verdigris.checks.dependencies import dependency_findings
    from verdigris.checks.gate import tools_on

    decided = _Decided(settings.database_url)
    found = await dependency_findings(subject.change, settings.checks, surroundings, decided)
    return [*found, *await tools_on(subject.change, settings.checks)]


class _Decided:
    """Asks nobody; what was decided in a run holds. Opens the database only for a question."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def allow(self, question: Question) -> bool | None:
        from verdigris.store.approvals import Approvals
        from verdigris.store.database import Database

        async with await Database.open(self._url) as database:
            return await Approvals(database).answer(question)


def _print(findings: list[Finding], subject: Subject, *, as_json: bool, as_sarif: bool) -> None:
    import json

    from verdigris.core.text import count
    from verdigris.telemetry.terminal import plain

    blocks = sum(1 for finding in findings if finding.severity == "block")
    if as_sarif:
        from verdigris import __version__
        from verdigris.checks.sarif import sarif

        typer.echo(json.dumps(sarif(findings, __version__), indent=2))
        return
    if as_json:
        shown: dict[str, Any] = {
            "project": str(subject.project),
            "files": len(subject.edits),
            "blocked": bool(blocks),
            "findings": [finding.model_dump(mode="json") for finding in findings],
        }
        typer.echo(json.dumps(shown, indent=2))
        return
    for finding in findings:
        typer.echo(f"{finding.severity:5} {plain(str(finding)).plain}")
        if finding.cure:
            typer.echo(f"      {plain(finding.cure).plain}")
    said = count(len(findings), "finding") if findings else "Nothing found"
    typer.echo(f"{said} in {count(len(subject.edits), 'file')}; {blocks} blocked.")


def _print_rules(as_json: bool) -> None:
    import json
    from dataclasses import asdict

    from verdigris.checks.rules import RULES

    if as_json:
        typer.echo(json.dumps([asdict(rule) for rule in RULES], indent=2))
        return
    for rule in RULES:
        typer.echo(f"{rule.id:25} {rule.operation or '-':15} {rule.severity:6} {rule.message}")
        typer.echo(f"{'':25} {rule.cure}")
