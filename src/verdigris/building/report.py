"""README.md and REPORT.md of a program that was built: what it is, and what is known about it.

Pure: values in, text out. What models wrote is quoted, never taken for markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from verdigris.building.unmet import doubt
from verdigris.core.budget import Spent, Use
from verdigris.core.building import Agreement, Blueprint, Built, Check, Part, Strength
from verdigris.core.report import Report
from verdigris.core.result import RunResult
from verdigris.core.text import count, one_line
from verdigris.languages.base import Language

_LISTED = 40
"""Tests of one kind that a report names."""
_MARKUP = re.compile(r"(<(?=[A-Za-z/!?])|\||(?<=\])\()")
"""What could become HTML, a column or a link; a line break is gone already."""


def readme(blueprint: Blueprint, language: Language) -> str:
    """Return what stands at the door of the program."""
    parts = "\n".join(
        f"- `{part.path}`: {_purpose(part, blueprint)}".rstrip(": ") for part in blueprint.parts
    )
    return (
        f"# {blueprint.name}\n\n{_plain(blueprint.summary, 2000)}\n\n"
        f"## Use\n\n{_commands(language, blueprint)}\n\n"
        f"## Files\n\n{parts}\n\n"
        "Written by Verdigris. `REPORT.md` says what was verified and what was not.\n"
    )


def report(
    result: RunResult,
    language: Language,
    *,
    spent: Spent,
    answered: Sequence[tuple[str, str]] = (),
    refused: Sequence[tuple[str, str]] = (),
) -> str:
    """Return the account of a build. `result.built` must be there."""
    built = result.built
    assert built is not None, "only builds have such a report"
    into = result.task.into
    sections = [
        _head(result, built, language),
        _what_into(result, built, language) if into else _what(built, language),
        _assumptions(built, answered, refused),
        _evidence(result, built, language),
        "" if into else _strength(built.strength),
        _cost(result.use, spent),
        _limits(result) if into else _not_verified(result, built, language, refused),
    ]
    return "\n\n".join(section.strip() for section in sections if section) + "\n"


def _head(result: RunResult, built: Built, language: Language) -> str:
    checks = [check for one in built.agreement for check in one.trusted]
    trusted = len(checks)
    if result.task.into:
        said = f"**{'Verified' if result.green else 'Not finished'}** by the project's own tests: "
        said += f"{_plain(result.reason)}."
    elif result.green:
        tests = "the trusted test passes" if trusted == 1 else f"all {trusted} trusted tests pass"
        weak = doubt(built.agreement)
        said = f"**Verified{' in part' if weak else ''}**: {tests}, repeatedly, and not without "
        said += "the code."
        if weak:
            said += f" But {weak}."
    elif not built.agreement:
        said = f"**Nothing is written yet**: {_plain(result.reason)}."
    elif all(one.chosen >= 0 for one in built.agreement) and all(
        check.origin == "smoke" and _passes(check, built, language, result.after)
        for check in checks
    ):
        started = " Only that it starts was tested." if checks else ""
        said = f"**Written, not verified**: no test of what it does could be trusted.{started}"
    else:
        said = f"**Not finished**: {_plain(result.reason)}."
    goal = "\n".join(f"> {_plain(line, 1000)}" for line in result.task.goal.strip().splitlines())
    name = PurePath(result.task.root).name if result.task.into else built.blueprint.name
    return f"# Report: {_plain(name)}\n\n{goal}\n\n{said}\n\nRun {result.run_id}."


def _what(built: Built, language: Language) -> str:
    blueprint = built.blueprint
    rows = ["| file | what it is for | trusted tests |", "|---|---|---|"]
    for part in blueprint.parts:
        mine = _about(built, part.path)
        state = str(len(mine.trusted)) if mine else "0"
        if mine is None or mine.chosen < 0:
            state = "not written"
        rows.append(f"| `{part.path}` | {_purpose(part, blueprint)} | {state} |")
    criteria = "".join(f"\n- {_plain(one.text)}" for one in blueprint.criteria)
    wanted = f"\n\nWhat it should do, as it was understood:\n{criteria}" if criteria else ""
    by = "rules, without a model" if blueprint.by == "rules" else f"`{blueprint.by}`"
    about = f"A {blueprint.profile.replace('_', ' ')} in {language.title}; planned by {by}."
    table = "\n".join(rows)
    return (
        f"## What was built\n\n{about}\n\n{table}{wanted}\n\n"
        f"## How to run it\n\n{_commands(language, blueprint)}"
    )


def _what_into(result: RunResult, built: Built, language: Language) -> str:
    """Return which files with stubs there were, and which of them the run changed."""
    changed = result.change.paths if result.change else ()
    rows = ["| file | declared only | written |", "|---|---|---|"]
    for part in built.blueprint.parts:
        names = ", ".join(f"`{_code(one.name)}`" for one in part.functions)
        rows.append(f"| `{part.path}` | {names} | {'yes' if part.path in changed else 'no'} |")
    table = "\n".join(rows)
    return f"## What was written\n\nStubs of a project in {language.title}.\n\n{table}"


def _commands(language: Language, blueprint: Blueprint) -> str:
    lines = language.usage(blueprint).strip().splitlines()
    return "\n".join(["```console", *(f"$ {line}" for line in lines), "```"])


def _purpose(part: Part, blueprint: Blueprint) -> str:
    """Return what a part is for, where that says more than the summary above it."""
    return "" if part.purpose == blueprint.summary else _plain(part.purpose)


def _assumptions(
    built: Built, answered: Sequence[tuple[str, str]], refused: Sequence[tuple[str, str]]
) -> str:
    lines = [f"- {_plain(one)}" for one in built.blueprint.assumptions]
    lines += [f"- You were asked: {_plain(q)} You said: {_plain(a)}" for q, a in answered]
    if not lines and not refused:
        return "## Assumptions\n\nNone were written down."
    lines += [f"- The package `{name}` was not used: {_plain(why)}" for name, why in refused]
    return "## Assumptions\n\n" + "\n".join(lines)


def _evidence(result: RunResult, built: Built, language: Language) -> str:
    lines = ["## Test evidence", ""]
    lines += [f"- {_plain(one.part)}: {_plain(one.said)}" for one in built.agreement if one.said]
    verdict = result.verdict
    if verdict is not None:
        lines += [f"- {proof.name}: {_plain(proof.detail)}" for proof in verdict.proofs]
    trusted = [check for one in built.agreement for check in one.trusted]
    if trusted:
        lines += ["", f"### Trusted tests ({len(trusted)})", ""]
        lines += _tests(trusted, built, language, result.after)
    apart = [each for one in built.agreement for each in one.quarantined]
    if apart:
        lines += ["", f"### Quarantined tests ({len(apart)}), not used", ""]
        lines += [f"- {_named(each.check)}: {_plain(each.reason)}" for each in apart[:_LISTED]]
        lines += _more(len(apart))
    return "\n".join(lines)


def _tests(
    checks: Sequence[Check], built: Built, language: Language, after: Report | None
) -> Iterator[str]:
    for check in checks[:_LISTED]:
        state = "passes" if _passes(check, built, language, after) else "FAILS"
        yield f"- {state}: {_named(check)}"
    yield from _more(len(checks))


def _named(check: Check) -> str:
    """Return a test by its name, with what it says in words or, if short, in code."""
    said = _plain(check.says) if check.says else f"`{_code(check.body)}`"
    return f"`{check.name}` ({check.origin}, {said})"


def _more(number: int) -> list[str]:
    return [f"- … and {number - _LISTED} more"] if number > _LISTED else []


def _passes(check: Check, built: Built, language: Language, after: Report | None) -> bool:
    part = built.blueprint.part(check.part)
    found = after.result(language.test_id(part, check)) if part and after else None
    return found is not None and found.outcome == "passed"


def _strength(strength: Strength | None) -> str:
    title = "## How strong the tests are\n\n"
    if strength is None:
        return f"{title}Not measured: only a program that is green can be."
    note = f" {_plain(strength.note)}" if strength.note else ""
    if strength.score is None:
        return f"{title}Not measured{f':{note}' if note else ''}."
    said = (
        f"Of {count(strength.mutants, 'small fault')} put into the code on purpose, the tests "
        f"notice {strength.killed}: a mutation score of {strength.score:.0%}.{note}"
    )
    left = "\n".join(f"- `{_code(one)}`" for one in strength.survivors[:_LISTED])
    return f"{title}{said}" + (f"\n\nNot noticed:\n\n{left}" if left else "")


def _cost(use: Use, spent: Spent) -> str:
    rows = ["| tier | calls | tokens | cost |", "|---|---:|---:|---:|"]
    for name, one in (("fast", spent.fast), ("strong", spent.strong), ("all", use)):
        if one.calls or name == "all":
            price = f"${one.cost:.4f}" + (" + unknown" if one.unpriced_calls else "")
            rows.append(f"| {name} | {one.calls} | {one.tokens} | {price} |")
    return "## Cost\n\n" + "\n".join(rows) + f"\n\n{use.seconds:.0f} s of work."


def _limits(result: RunResult) -> str:
    lines = [
        f"- `{one.id}` fails: {_plain(one.reason)}"
        for one in (result.after.failures if result.after else ())[:_LISTED]
    ]
    lines.append("- What the project's own tests do not ask, nobody has looked at.")
    return "## What was not verified\n\n" + "\n".join(lines)


def _not_verified(
    result: RunResult, built: Built, language: Language, refused: Sequence[tuple[str, str]]
) -> str:
    lines: list[str] = []
    for part in built.blueprint.parts:
        mine = _about(built, part.path)
        if mine is None or mine.chosen < 0:
            lines.append(f"- `{part.path}` is not written: no usable answer came.")
        elif not mine.trusted:
            lines.append(f"- `{part.path}` has no test that could be trusted.")
        lines += [
            f"- An example of the goal is not checked: {_plain(one.check.says)}"
            for one in (mine.quarantined if mine else ())
            if one.check.origin == "example"
        ]
        lines += [
            f"- A call ends in an error that the goal does not ask for: {_plain(one)}"
            for one in (mine.crashes if mine else ())
        ]
        for check in mine.trusted if mine else ():
            if not _passes(check, built, language, result.after):
                lines.append(f"- `{check.name}` does not pass: {_plain(check.says)}".rstrip(": "))
    if refused:
        lines.append("- It was written without the packages that were refused.")
    lines.append(
        "- A trusted test is one on which programs and tests agree that were written apart from "
        "each other. That is evidence, not proof: what no test asks, nobody has looked at."
    )
    if result.green:
        lines.append("- Speed, security and behaviour under load were not looked at.")
    return "## What was not verified\n\n" + "\n".join(lines)


def _about(built: Built, path: str) -> Agreement | None:
    return next((one for one in built.agreement if one.part == path), None)


def _plain(text: str, limit: int = 400) -> str:
    """Return a text on one line that Markdown shows as it is."""
    return _MARKUP.sub(r"\\\1", one_line(text, limit))


def _code(text: str) -> str:
    return one_line(text, 200).replace("`", "'")
