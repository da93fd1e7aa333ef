"""From a goal to a blueprint: asked of a model, read tolerantly, by rules where that fails.

Packages are settled here as well, before a line of code is written: what is not allowed is told to
whoever writes, and to the user.
"""

from __future__ import annotations

from pathlib import Path

from verdigris.building.goal import unclear
from verdigris.building.installing import install
from verdigris.building.planning import (
    answered,
    by_rules,
    from_project,
    needs_model,
    plan_request,
    questions_request,
    read_plan,
    read_questions,
)
from verdigris.core.building import Blueprint
from verdigris.core.events import BlueprintMade, Warned
from verdigris.core.paths import is_protected, is_test_file
from verdigris.core.text import count, listed
from verdigris.edits.guard import clean_path
from verdigris.errors import ModelMistake
from verdigris.languages import language
from verdigris.languages.base import Language
from verdigris.models.base import context_of
from verdigris.steps.asking.ask import ask, model_for
from verdigris.steps.briefing import read_text
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState

_TRIES = 2
_MOST_FILES = 400
_MOST_QUESTIONS = 5


async def plan_build(state: RunState, deps: Deps) -> RunState:
    """Return the update with a blueprint; without one where stubs were asked for and none found."""
    task = state["task"]
    assert task.language is not None and task.profile is not None, "settled before a run begins"
    tongue = language(task.language)
    if task.into:
        return await _from_stubs(state, tongue, deps)
    base = await deps.workspace.begin()
    answers = await _answers(task.goal, deps)
    goal = answered(task.goal, answers)
    blueprint = None
    if needs_model(goal, tongue, task.profile):
        blueprint = await _asked(state, tongue, answers, deps)
    if blueprint is None:
        blueprint = by_rules(goal, tongue, task.profile)
    blueprint, refused = await _with_packages(blueprint, Path(task.root), deps)
    await _tell(blueprint, deps)
    return {
        "base": base,
        "head": base,
        "blueprint": blueprint,
        "answered": answers,
        "refused": refused,
    }


async def _from_stubs(state: RunState, tongue: Language, deps: Deps) -> RunState:
    tree = await deps.workspace.tree(state["head"])
    suffixes = (".py",) if tongue.name == "python" else (".js", ".mjs", ".cjs", ".ts", ".mts")
    paths = sorted(
        path.relative_to(tree).as_posix()
        for path in tree.rglob("*")
        if path.suffix in suffixes and path.is_file() and not path.is_symlink()
    )
    files = {
        path: text
        for path in paths[:_MOST_FILES]
        if not is_test_file(path)
        and not is_protected(path)
        and (text := read_text(tree, path)) is not None
    }
    blueprint = from_project(files, state["task"].goal, tongue)
    if not blueprint.parts:
        deps.said("no stubs were found; it is repaired like any other project")
        return {}
    await _tell(blueprint, deps)
    return {"blueprint": blueprint}


async def _tell(blueprint: Blueprint, deps: Deps) -> None:
    await deps.bus.emit(BlueprintMade(blueprint=blueprint))
    by = "by rules" if blueprint.by == "rules" else f"by {blueprint.by}"
    found = f", {count(len(blueprint.examples), 'example')}" if blueprint.examples else ""
    paths = listed([part.path for part in blueprint.parts], 5)
    deps.said(f"{count(len(blueprint.parts), 'part')} ({paths}){found}, planned {by}")


async def _answers(goal: str, deps: Deps) -> tuple[tuple[str, str], ...]:
    """Ask the user what the goal leaves open, where they want to be asked."""
    if deps.asker is None:
        return ()
    # The language was settled before the run began, by whoever asked for it or by the goal.
    questions = [one for one in unclear(goal) if not one.startswith("Which language")]
    model = model_for(deps, "fast", "planner")
    if model is not None:
        request = questions_request(goal, context_tokens=await context_of(model))
        if (reply := await ask(deps, "fast", "planner", request)) is not None:
            questions += [q for q in read_questions(reply.text) if q not in questions]
    found: list[tuple[str, str]] = []
    for question in questions[:_MOST_QUESTIONS]:
        if (said := await deps.asker.say(question)) is None:
            break
        if said:
            found.append((question, said))
    return tuple(found)


async def _asked(
    state: RunState, tongue: Language, answers: tuple[tuple[str, str], ...], deps: Deps
) -> Blueprint | None:
    """Ask for a plan, once more with the complaint; None where none can be had."""
    task, model = state["task"], model_for(deps, "fast", "planner")
    assert task.profile is not None, "settled before a run begins"
    if model is None:
        return None
    patterns = await deps.earlier(task.goal, tongue.name)
    complaint = ""
    for _ in range(_TRIES):
        request = plan_request(
            task.goal,
            tongue,
            task.profile,
            patterns=patterns,
            answers=answers,
            context_tokens=await context_of(model),
            complaint=complaint,
        )
        reply = await ask(deps, "fast", "planner", request)
        if reply is None:
            return None
        try:
            goal = answered(task.goal, answers)
            blueprint = read_plan(reply.text, goal, tongue, task.profile)
            require_sound(blueprint, tongue)
            return blueprint.model_copy(update={"by": reply.model or model.name})
        except ModelMistake as mistake:
            complaint = str(mistake)
    await deps.bus.emit(Warned(message=f"The plan was unusable ({complaint}); made by rules."))
    return None


def require_sound(blueprint: Blueprint, tongue: Language) -> None:
    """Raise ModelMistake, in words for the model, for a plan that could not be carried out."""
    if not blueprint.parts:
        raise ModelMistake("The plan names no file.")
    around = {*tongue.scaffold(blueprint), "README.md", "REPORT.md"}
    seen: set[str] = set()
    for part in blueprint.parts:
        path = clean_path(part.path)
        if path != part.path or path in seen:
            raise ModelMistake(f"The file {part.path} is named twice or not plainly.")
        if is_protected(path) or path in around:
            raise ModelMistake(f"{path} is no file of the program: leave it out of the plan.")
        seen.add(path)
    if unknown := [need for part in blueprint.parts for need in part.needs if need not in seen]:
        raise ModelMistake(f"The plan needs {unknown[0]}, which it does not name as a file.")


async def _with_packages(
    blueprint: Blueprint, project: Path, deps: Deps
) -> tuple[Blueprint, tuple[tuple[str, str], ...]]:
    """Install what the plan wants and may have; return it with what is left, and the refusals."""
    if not blueprint.dependencies:
        return blueprint, ()
    project.mkdir(parents=True, exist_ok=True)
    done = await install(
        project,
        blueprint.language,
        blueprint.dependencies,
        allow=deps.settings.build.packages,
        approver=deps.approver,
    )
    if done.installed:
        await deps.refind()
    assumed = list(blueprint.assumptions)
    for name, why in done.refused:
        await deps.bus.emit(Warned(message=f"{name} is not used: {why}"))
        assumed.append(f"{name} may not be used ({why}): only the standard library instead.")
    update = {"dependencies": done.installed, "assumptions": tuple(assumed)}
    return blueprint.model_copy(update=update), done.refused
