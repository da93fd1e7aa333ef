"""Asking for the code of one part, and reading what comes: candidates, not yet run.

Each answer becomes the text of one file. What cannot be used, or what the gate refuses, is said
back to the model once. Which of the others is right is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from verdigris.building.asking import part_request
from verdigris.core.building import Blueprint, Part
from verdigris.core.change import Change, make_change
from verdigris.core.events import CandidateTried
from verdigris.core.text import one_line
from verdigris.edits.archive import Archive
from verdigris.edits.guard import require_allowed
from verdigris.edits.lines import is_elision
from verdigris.errors import ModelMistake
from verdigris.languages.base import Language
from verdigris.models.base import Reply, Request, Tier, context_of
from verdigris.steps.asking.ask import ask, ask_several, model_for
from verdigris.steps.deps import Deps
from verdigris.steps.trying.bench import objection

_FEW = 2
"""Usable answers below which the complaint about the others is worth another question."""
Place = Callable[[str], str]
"""Turns the text that an answer means into the text of the whole file. Raises ModelMistake."""


def as_is(text: str) -> str:
    return text


@dataclass(frozen=True)
class Assignment:
    """One part that is to be written, with all that is known when it is."""

    blueprint: Blueprint
    part: Part
    language: Language
    before: str
    """The text of the file now: a stub, or a file with stubs in it."""
    written: Mapping[str, str] = field(default_factory=dict)
    """Parts that are there already, by path."""
    tests: str = ""
    """Tests that are shown; none where they were written without knowing the code."""
    crashes: tuple[str, ...] = ()
    """Calls that all candidates so far ended with an error."""
    judged_by: Mapping[str, str] = field(default_factory=dict)
    """Texts of the tests, by path, for whoever looks for code that only serves to pass them."""
    place: Place = as_is
    seed: int = 0
    greedy_first: bool = True
    """Whether the first answer is the likeliest one."""
    step_by_step: bool = False
    """Asked to note the goal's rules in the code first, and to follow them one by one."""


@dataclass
class Candidates:
    """What came of the questions about one part."""

    changes: list[Change] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


async def candidates(
    task: Assignment, tier: Tier, count: int, deps: Deps, *, iteration: int, start: int = 0
) -> Candidates:
    """Ask for a part so many times, and once more with the complaint where too little is usable.

    `start` numbers the candidates in the archive. Raises ModelUnavailable.
    """
    found = Candidates()
    model = model_for(deps, tier, "coder")
    if model is None:
        return found
    context = await context_of(model)
    request = _request(task, context, deps)
    async for reply in ask_several(deps, tier, "coder", request, count):
        await _take(reply, model.name, task, tier, found, deps, (iteration, start))
    if found.complaints and len(found.changes) < min(_FEW, count):
        again = _request(task, context, deps, found.complaints[0])
        last = await ask(deps, tier, "coder", again)
        if last is not None:
            await _take(last, model.name, task, tier, found, deps, (iteration, start))
    return found


def _request(task: Assignment, context: int, deps: Deps, complaint: str = "") -> Request:
    own = deps.settings.models
    request = part_request(
        task.blueprint,
        task.part,
        task.language,
        written=task.written,
        stub=task.before,
        tests=task.tests,
        crashes=task.crashes,
        context_tokens=context,
        max_tokens=own.max_output_tokens,
        complaint=complaint,
        seed=task.seed,
        step_by_step=task.step_by_step,
    )
    greedy = task.greedy_first and not complaint
    how = {"temperature": own.temperature, "greedy_first": greedy, "seed": task.seed}
    return request.model_copy(update=how)


async def _take(
    reply: Reply,
    model: str,
    task: Assignment,
    tier: Tier,
    found: Candidates,
    deps: Deps,
    where: tuple[int, int],
) -> None:
    change: Change | None = None
    note = f"{task.part.path}, {reply.model or model}"
    try:
        change = read(reply.text, task, tier, note, deps)
        found.changes.append(change)
        result = "to be tried"
    except ModelMistake as mistake:
        result = f"unusable: {mistake}"
        found.complaints.append(str(mistake))
    iteration, start = where
    number = start + len(found.changes) + len(found.complaints)
    Archive(deps.archive).candidate(
        iteration, number, result=result, change=change, answer=reply.text, note=note
    )
    if change is None:
        await deps.bus.emit(CandidateTried(origin=tier, note=note, result=one_line(result, 180)))


def read(answer: str, task: Assignment, tier: Tier, note: str, deps: Deps) -> Change:
    """Return the change that an answer means. Raises ModelMistake, also where the gate refuses."""
    path = task.part.path
    said = _without_rules(answer) if task.step_by_step else answer
    others = {other: task.written[other] for other in task.part.needs if other in task.written}
    plain = task.language.read_part(said, task.part)
    text = task.place(task.language.completed(plain, path, others))
    require_bound(text, task.before, path, task.language)
    change = make_change({path: task.before}, {path: text}, tier, note)
    if change is None:
        raise ModelMistake("That is the file as it was: nothing in it is written yet.")
    require_allowed(change, deps.settings.edits)
    if finding := objection(change, deps.settings, task.judged_by):
        raise ModelMistake(f"That code may not be run: {finding}. {finding.cure}".rstrip())
    return change


def require_bound(text: str, before: str, path: str, language: Language) -> None:
    """Raise ModelMistake where code reads a name that nothing binds: it would fail when it runs.

    What the file before it did already is not held against an answer.
    """
    had = language.unbound(before, path)
    for name, where in language.unbound(text, path).items():
        if name in had:
            continue
        inside = f" in `{where}`" if where else ""
        raise ModelMistake(
            f"{path} uses `{name}`{inside}, which is never defined there. "
            "Define it, import it, or hand it over as an argument."
        )


def _without_rules(answer: str) -> str:
    """Leave out comments in words that elsewhere stand for code left out, and would be refused.

    Whoever is asked to note the goal's rules writes `# other words stay the same`, and means it.
    """
    lines = answer.split("\n")
    return "\n".join(line for line in lines if not is_elision(line) or "..." in line or "…" in line)
