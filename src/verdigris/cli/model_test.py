"""`verdigris model test`: one small repair, asked for as a run would ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verdigris.cli.options import AsJson

if TYPE_CHECKING:
    from verdigris.core.budget import Use
    from verdigris.models.base import Model
    from verdigris.proposers.base import Brief
    from verdigris.proposers.formats import Form

WRONG = '''def mean(values):
    """Return the arithmetic mean of a list of numbers."""
    return sum(values) / (len(values) - 1)
'''
RIGHT = "returnsum(values)/len(values)"
_TEST = "def test_mean():\n    assert mean([1, 2, 3]) == 2\n"


@dataclass
class Trial:
    """What came of asking for the repair in one form."""

    form: Form
    right: bool
    said: str
    answer: str
    use: Use
    seconds: float
    first_word: float | None
    """Seconds until the answer began; None where the model does not stream."""


def test(
    name: Annotated[
        str | None,
        typer.Argument(help="A model by its full name; a local one by its name alone."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask a model to fix one wrong line; say in which form it did, how fast and at what cost.

    It is asked as a run would ask it, in the form that suits it best, and where that fails for the
    whole function. The status is 0 when the fix is right and 1 when it is not.

    \b
    Examples:
      verdigris model test
      verdigris model test local:/models/any.gguf
      verdigris model test anthropic:claude-sonnet-4-5
      verdigris model test openai-compatible:http://127.0.0.1:8080/v1#my-model --json
    """
    import asyncio
    import json

    from verdigris.models.resolve import PREFIXES, resolve
    from verdigris.settings import load

    settings = load(Path.cwd()).settings
    name = name or settings.local.model
    known = name.partition(":")[0] in PREFIXES
    model = resolve(name if known else f"local:{name}", settings)
    trials = asyncio.run(_try_and_close(model))
    if as_json:
        typer.echo(
            json.dumps({"model": model.name, "trials": [_told(t) for t in trials]}, indent=2)
        )
    else:
        for trial in trials:
            _print(model.name, trial)
    raise typer.Exit(0 if trials[-1].right else 1)


async def _try_and_close(model: Model) -> list[Trial]:
    from verdigris.models.base import close

    try:
        return await _try(model)
    finally:
        await close(model)


async def _try(model: Model) -> list[Trial]:
    from verdigris.models.prices import is_free
    from verdigris.proposers.formats import form_for

    if is_free(model.name):
        await _ask(model, "function", max_tokens=1)  # pays for starting the engine; not timed
    form = form_for("auto", model.name, model.context_tokens)
    trials = [await _ask(model, form)]
    if not trials[0].right and form != "function":
        trials.append(await _ask(model, "function"))
    return trials


async def _ask(model: Model, form: Form, max_tokens: int = 400) -> Trial:
    import time
    from contextlib import aclosing
    from functools import partial

    from verdigris.core.change import Change
    from verdigris.models.base import Reply, Request, answer, context_of
    from verdigris.proposers.model import ModelProposer

    started = time.perf_counter()
    first: list[float] = []
    replies: list[Reply] = []
    ended = started

    async def ask(request: Request) -> Reply:
        nonlocal ended
        begun = time.perf_counter()
        reply = await answer(model, request, lambda text: first.append(time.perf_counter() - begun))
        ended = time.perf_counter()
        replies.append(reply)
        return reply

    proposer = ModelProposer(
        "fast", ask, name=model.name, context_tokens=partial(context_of, model), samples=1,
        temperature=0.0, max_tokens=max_tokens, form=form,
    )  # fmt: skip
    async with aclosing(proposer.propose(_brief())) as candidates:
        found = await anext(candidates)
    if isinstance(found, Change):
        after = next((edit.after or "" for edit in found.edits if edit.path == "stats.py"), "")
        right = RIGHT in "".join(after.split()).replace("(len(values))", "len(values)")
        said = f"read as {found.how or 'a change'}" + ("" if right else ", but the fix is wrong")
    else:
        right, said = False, found.reason
    [reply] = replies
    speaking = first[0] if first else None
    return Trial(form, right, said, reply.text, reply.use, ended - started, speaking)


def _brief() -> Brief:
    from verdigris.core.plan import Place
    from verdigris.core.report import TestResult
    from verdigris.proposers.base import Brief

    message = "assert 3.0 == 2\n +  where 3.0 = mean([1, 2, 3])"
    return Brief(
        goal="Make the failing tests pass.",
        failure=TestResult(id="test_stats.py::test_mean", outcome="failed", message=message),
        test_source=_TEST,
        places=(Place(path="stats.py", name="mean", line=1, end=3),),
        files={"stats.py": WRONG},
    )


def _told(trial: Trial) -> dict[str, Any]:
    return {
        "form": trial.form,
        "right": trial.right,
        "said": trial.said,
        "answer": trial.answer,
        "seconds": round(trial.seconds, 3),
        "first_word_seconds": None if trial.first_word is None else round(trial.first_word, 3),
        "tokens_per_second": round(trial.use.tokens_out / trial.seconds, 2),
        **trial.use.model_dump(include={"tokens_in", "tokens_out", "cached_tokens", "cost"}),
        "price_known": not trial.use.unpriced_calls,
    }


def _print(name: str, trial: Trial) -> None:
    use = trial.use
    verdict = "the answer holds the fix" if trial.right else "the answer is wrong"
    first = "" if trial.first_word is None else f", the first word after {trial.first_word:.1f} s"
    price = "price unknown" if use.unpriced_calls else f"${use.cost:.6f}" if use.cost else "free"
    typer.echo(trial.answer.strip())
    typer.echo(f"\n{name}, asked for {trial.form.replace('_', '/')}: {verdict} ({trial.said}).")
    typer.echo(
        f"{use.tokens_in} + {use.tokens_out} tokens in {trial.seconds:.1f} s, "
        f"{use.tokens_out / trial.seconds:.1f} tokens/s{first}; {price}."
    )
