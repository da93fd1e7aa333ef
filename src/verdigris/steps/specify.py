"""Tests before code: from the goal and its criteria, from several answers, and by rules.

Nobody trusts them yet; `draft` finds out which agree. They are a model's text like any other: what
the gate refuses is never run. Examples of the goal are the user's word and stand as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

from verdigris.building import customs
from verdigris.building.asking import as_code, checks_request
from verdigris.building.criteria import sentences
from verdigris.building.forms import form_for
from verdigris.building.reading.places import needs_something
from verdigris.building.typed import words_apart
from verdigris.building.undoing import relations
from verdigris.core.building import Blueprint, Check, Example, Part, Quarantined
from verdigris.core.change import Change, FileEdit
from verdigris.core.events import ChecksWritten
from verdigris.core.text import count, one_line
from verdigris.languages import language
from verdigris.languages.base import Language
from verdigris.models.base import Request, context_of
from verdigris.steps.asking.ask import ask_several, model_for, side_by_side
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState
from verdigris.steps.trying.bench import objection

_RULES = 2
"""Questions about single rules that an answer with all sorts of tests is worth."""
_WORDS = 4
"""Words that a rule has at least."""
_EACH = 16
"""Tests that are taken from one answer: small models go on for ever in the same vein."""


async def specify(state: RunState, deps: Deps) -> RunState:
    blueprint = state["blueprint"]
    assert blueprint is not None, "the graph sends only blueprints here"
    tongue = language(blueprint.language)
    asked = await side_by_side(_asked(blueprint, part, tongue, deps) for part in blueprint.parts)
    shown, barred = from_examples(blueprint, tongue)
    written = [check for some in asked for check in some]
    ruled = _by_rules(blueprint, tongue, [*shown, *written])
    checks: list[Check] = []
    for check in _distinct([*shown, *ruled, *written]):
        if reason := _refusal(check, blueprint, tongue, deps):
            barred.append(Quarantined(check=check, reason=reason))
        else:
            checks.append(check)
    for part in blueprint.parts:
        await deps.bus.emit(_told(part, checks, barred))
    deps.said(_account(checks, barred))
    return {"checks": tuple(checks), "barred": tuple(barred)}


async def _asked(blueprint: Blueprint, part: Part, tongue: Language, deps: Deps) -> list[Check]:
    """Return the tests that a model wrote for one part, from all of its answers."""
    model = model_for(deps, "strong", "tester")
    if model is None:
        return []
    own, samples = deps.settings.models, deps.settings.build.test_samples
    ask = partial(
        checks_request,
        blueprint,
        part,
        tongue,
        context_tokens=await context_of(model),
        max_tokens=own.max_output_tokens,
    )
    how = {"temperature": own.temperature, "greedy_first": True}
    rules = _rules(blueprint, part, tongue)[: _RULES * (samples - 1)]
    questions = [
        (ask(), samples - (1 if rules else 0)),
        *((ask(rule=rule), 1) for rule in rules),
    ]

    async def tests(request: Request, count: int, number: int) -> list[Check]:
        found: list[Check] = []
        request = request.model_copy(update=how)
        async for reply in ask_several(deps, "strong", "tester", request, count):
            code = words_apart(as_code(reply.text, tongue), blueprint.examples)
            found += tongue.read_checks(code, part, sample=number)[:_EACH]
            number += 1
        return found

    some = await side_by_side(
        tests(request, count, number + (samples if number else 0))
        for number, (request, count) in enumerate(questions)
    )
    return [check for each in some for check in each]


def _rules(blueprint: Blueprint, part: Part, tongue: Language) -> list[str]:
    """Return the sentences of the goal that are worth a question for tests of their own.

    Whoever writes all tests in one go writes most of them about the first sentence, which says what
    is wanted at all. What is said last is forgotten first, by testers as by programmers.
    """
    if len(blueprint.parts) > 1 or not form_for(blueprint, part, tongue.name).listed:
        return []
    later = sentences(blueprint.goal)[:0:-1]
    said = [one for sentence in later for one in one_line(sentence, 240).split("; ")]
    for example in blueprint.examples:  # they are tests already
        said = [one.replace(one_line(example.quoted, 240) or "\n", "").strip() for one in said]
    return [one for one in said if len(one.split()) >= _WORDS]


def from_examples(blueprint: Blueprint, tongue: Language) -> tuple[list[Check], list[Quarantined]]:
    """Return the goal's examples as tests, and those that no test can be made of."""
    found: list[Check] = []
    lost: list[Quarantined] = []
    for number, example in enumerate(blueprint.examples, 1):
        home = _home(example, blueprint)
        check = tongue.example(example, home, number)
        if check is not None:
            found.append(check)
            continue
        says = one_line(example.quoted, 200)
        unmade = Check(
            name=f"example_{number}", part=home.path, body="", origin="example", says=says
        )
        lost.append(Quarantined(check=unmade, reason="no test could be made of it"))
    return found, lost


def _by_rules(blueprint: Blueprint, tongue: Language, others: Sequence[Check]) -> Iterable[Check]:
    for part in blueprint.parts:
        yield from tongue.properties(part)
        mine = [check for check in others if check.part == part.path]
        yield from relations(blueprint.goal, part, mine, tongue)
    yield from customs.kept(blueprint, tongue)
    # Nothing is known of a script but that it runs to its end, where that asks for nothing more.
    needs = blueprint.shown_words or needs_something(blueprint.goal)
    if blueprint.profile != "script" or not needs:
        yield from tongue.smoke(blueprint)


def _home(example: Example, blueprint: Blueprint) -> Part:
    """Return the part that an example is about: named, offering what is called, or the program."""
    if part := blueprint.part(example.part):
        return part
    if example.kind == "call":
        called = example.given.partition("(")[0].strip().split()[-1:] or [""]
        name = called[0].rpartition(".")[2]
        for part in blueprint.parts:
            if any(function.name == name for function in part.functions):
                return part
    return blueprint.main


def _distinct(checks: Iterable[Check]) -> list[Check]:
    """Leave out what is there word for word, and give each a name of its own."""
    kept: list[Check] = []
    bodies: set[tuple[str, str]] = set()
    names: set[str] = set()
    for check in checks:
        if (check.part, check.body) in bodies:
            continue
        bodies.add((check.part, check.body))
        name, number = check.name, 1
        while name in names:
            number += 1
            name = f"{check.name}_{number}"
        names.add(name)
        kept.append(check.model_copy(update={"name": name}))
    return kept


def _refusal(check: Check, blueprint: Blueprint, tongue: Language, deps: Deps) -> str:
    """Return what the gate has against running a test that a model wrote."""
    part = blueprint.part(check.part)
    if part is None:
        return f"it is about {check.part}, which is no part of the plan"
    if check.origin != "criterion":
        return ""
    edit = FileEdit(
        path=tongue.test_path(part),
        before=tongue.test_file(part, ()),
        after=tongue.test_file(part, [check]),
    )
    said = objection(Change(edits=(edit,), origin="fast"), deps.settings, {})
    return f"the gate refuses it: {one_line(str(said), 200)}" if said else ""


def _told(part: Part, checks: Sequence[Check], barred: Sequence[Quarantined]) -> ChecksWritten:
    counts = Counter(check.origin for check in checks if check.part == part.path)
    mine = tuple(one for one in barred if one.check.part == part.path)
    return ChecksWritten(part=part.path, counts=dict(counts), quarantined=mine)


def _account(checks: Sequence[Check], barred: Sequence[Quarantined]) -> str:
    counts = Counter(check.origin for check in checks)
    each = ", ".join(f"{number} {origin}" for origin, number in counts.items())
    refused = f"; {len(barred)} not usable" if barred else ""
    return f"{count(len(checks), 'test')} written ({each or 'none'}), none trusted yet{refused}"
