"""From a draft to a blueprint: the goal's own words win, and what is left must be sound.

Paths are safe and no tests, names are unique, nothing goes in circles, a program has one start.
"""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterable, Sequence

from verdigris.building import customs
from verdigris.building.criteria import assumptions, criteria, packages
from verdigris.building.goal import examples_in, files_in, functions_in, name_of
from verdigris.building.plan_form import Draft, DraftFile
from verdigris.building.profiles import MAIN, SHAPES, Seed, seeded
from verdigris.building.reading.heads import head, named
from verdigris.building.reading.places import SUFFIXES, safe_path, stem_of
from verdigris.building.reading.scanning import group_end
from verdigris.core.building import Blueprint, Example, Function, LanguageName, Part, Profile
from verdigris.core.syntax import suffix
from verdigris.core.text import listed, one_line
from verdigris.languages.base import Language

MOST_PARTS = 8
MOST_FUNCTIONS = 12
_STARTS = ("main", "cli", "server", "index", "__main__", "run")
_TESTING = ("conftest", "hypothesis", "pytest")
_HEAD = re.compile(
    r"^[`*\s]*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:def\s+|function\s+|class\s+(?=\w+\s*\())?"
    r"(?P<name>[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?)\s*(?=\()"
)
_CLASS = re.compile(r"^[`*\s]*(?:export\s+)?class\s+(?P<name>[A-Za-z_$][\w$]*)(?P<rest>.*)$", re.S)
_AFTER = re.compile(
    r"^\s*(?:(?:->|:)\s*(?P<returns>[\w\[\], |.<>]+?))?[`*:;{]*\s*(?:[-–—:#]+\s*(?P<said>.*))?$"
)


def settle(draft: Draft, goal: str, language: Language, profile: Profile, by: str) -> Blueprint:
    """Return the blueprint that a draft and the goal make together."""
    files = _files(draft, goal, language, profile)
    commands = customs.usual(goal, language, profile)
    store = customs.STORE if commands else ()
    parts = ordered(_complete(_parts(files, goal, language), goal, language, profile, store))
    examples = tuple(placed(one, parts) for one in examples_in(goal, language.name))
    starts = any(part.is_main for part in parts)
    return Blueprint(
        name=name_of(goal),
        language=language.name,
        profile=profile,
        goal=goal,
        summary=draft.summary or one_line(goal, 200),
        parts=tuple(parts),
        criteria=criteria(draft.must, goal, parts, profile, commands),
        examples=tuple(one for one in examples if starts or one.kind == "call"),
        sessions=commands.sessions if commands else (),
        dependencies=packages(draft.package, language.name),
        assumptions=assumptions(draft.assume, goal, language, profile, commands),
        by=by,
    )


def _files(
    draft: Draft, goal: str, language: Language, profile: Profile
) -> list[tuple[str, DraftFile]]:
    """Return the files of the program by path; those that the goal names are all there are."""
    own = [path for path in files_in(goal) if suffix(path) in SUFFIXES[language.name]]
    if own:
        by_stem = {stem_of(file.path): file for file in draft.files}
        files = [(path, by_stem.get(stem_of(path), DraftFile(path))) for path in own[:MOST_PARTS]]
        rest = [file for file in draft.files if file not in [one for _, one in files]]
        for file in rest:  # what was planned for other files goes into the first
            files[0][1].functions += file.functions
        return files
    found: dict[str, DraftFile] = {}
    for file in draft.files:
        stem = stem_of(file.path.strip("`")) or name_of(goal)
        main = SHAPES[profile].starts and stem in _STARTS
        path = safe_path(language.part_path("main" if main else _own(stem, language), main=main))
        if path and path in found:
            found[path].functions += file.functions
        elif path and len(found) < MOST_PARTS:
            found[path] = file
    return list(found.items())


def _own(stem: str, language: Language) -> str:
    """Return a name for a file that hides none of the modules which code and tests import."""
    plain = stem.replace("-", "_")
    hides = language.name == "python" and plain.lower() in {*sys.stdlib_module_names, *_TESTING}
    return f"{plain}_part" if hides else stem


def _parts(files: Sequence[tuple[str, DraftFile]], goal: str, language: Language) -> list[Part]:
    """Return the parts with what each offers; a name is offered once."""
    own = {one.name: one for one in functions_in(goal, language)}
    taken: set[str] = set()
    parts: list[Part] = []
    near = _nearest(goal, language.name, [path for path, _ in files])
    for path, file in files:
        offered: list[Function] = []
        said = [one for text in file.functions if (one := read_head(text, language.name))]
        for one in [*(own[name] for name in own if near.get(name) == path), *said]:
            function = own.get(one.name, one)
            if function.name not in taken and near.get(function.name, path) == path:
                known = function.purpose or one.purpose
                offered.append(function.model_copy(update={"purpose": known}))
                taken.add(function.name)
        needs = tuple(dict.fromkeys(_meant(need, files) for need in file.needs))
        parts.append(
            Part(
                path=path,
                purpose=file.purpose,
                functions=tuple(offered[:MOST_FUNCTIONS]),
                needs=tuple(need for need in needs if need and need != path),
            )
        )
    return parts


def _nearest(goal: str, language: LanguageName, paths: Sequence[str]) -> dict[str, str]:
    """Return which file the goal names beside a function: "`total(items)` in cart.py"."""
    found: dict[str, str] = {}
    spots = [
        (match.start(), path) for path in paths for match in re.finditer(re.escape(path), goal)
    ]
    for one in named(goal, language):
        ends = [match.start() for match in re.finditer(r"[.;](?=\s|$)|\n", goal)]
        start = max((end for end in ends if end < one.at), default=-1)
        stop = min((end for end in ends if end > one.at), default=len(goal))
        inside = [(at, path) for at, path in spots if start < at < stop]
        if inside:
            after = [spot for spot in inside if spot[0] > one.at]
            heading = re.match(r"\W*[\w./-]+\s*:", goal[start + 1 : stop])
            found[one.function.name] = (inside[0] if heading or not after else min(after))[1]
    return found


def _meant(need: str, files: Sequence[tuple[str, DraftFile]]) -> str:
    wanted = stem_of(need.rstrip("."))
    return next((path for path, file in files if wanted in (stem_of(path), stem_of(file.path))), "")


def read_head(text: str, language: LanguageName) -> Function | None:
    """Return the function that a line of a plan means; None where it means none."""
    if (match := _CLASS.match(text)) and not match["rest"].lstrip().startswith("("):
        said = one_line(match["rest"].strip(" `*:-–—{"), 160)
        head_ = f"class {match['name']}"
        shown = head_ if language == "python" else f"export {head_}"
        return Function(name=match["name"], signature=shown, purpose=said)
    match = _HEAD.match(text)
    end = group_end(text, match.end()) if match else -1
    if not match or end < 0:
        return None
    inside, tail = text[match.end() + 1 : end - 1], _AFTER.match(text[end:])
    if re.match(r"^[`*\s]*(?:export\s+)?class\b", text):
        return Function(name=match["name"], signature=f"class {match['name']}")
    owner, _, name = match["name"].rpartition(".")
    if keyword.iskeyword(name) or name.startswith("test"):
        return None
    if owner and language == "python" and not re.match(r"\s*self\b", inside):
        inside = f"self, {inside}".rstrip(", ")
    said = head(name, inside, (tail["returns"] or "") if tail else "", language)
    purpose = one_line((tail["said"] or "").strip(" `") if tail else "", 160)
    shown = said.removeprefix("export function ") if owner else said
    return Function(name=match["name"], signature=shown, purpose=purpose) if said else None


def _complete(
    parts: list[Part], goal: str, language: Language, profile: Profile, store: Sequence[Seed]
) -> list[Part]:
    """Return the parts with all that the goal names and the sort of program needs."""
    shape = SHAPES[profile]
    parts = [part for part in parts if part.functions or shape.starts or len(parts) == 1]
    given = {one.name for part in parts for one in part.functions}
    missing = [one for one in functions_in(goal, language) if one.name not in {*given, "main"}]
    if shape.by_seeds or not (given or missing):
        seeds = [seeded(seed, language.name) for seed in (*shape.core_seeds, *store)]
        missing += [one for one in seeds if one.name not in given]
    if not parts:
        parts = [_with(_fresh(goal, language, profile, bool(missing)), missing)]
    if shape.starts:
        parts = _started(parts, goal, language, profile)
    core = next((at for at, part in enumerate(parts) if not part.is_main), 0)
    parts[core] = _with(parts[core], missing)
    return [_described(part, goal) for part in parts]


def _started(parts: list[Part], goal: str, language: Language, profile: Profile) -> list[Part]:
    """Return the parts with one among them that a user starts."""
    main = _main(parts)
    if main < 0 and len(parts) < MOST_PARTS and not _names_files(goal, language):
        parts = [*parts, Part(path=_free("main", parts, language), purpose="")]
        main = len(parts) - 1
    others = tuple(part.path for at, part in enumerate(parts) if at != main % len(parts))
    start = parts[main]
    kept = tuple(one for one in start.functions if one.name != MAIN.name)
    update = {
        "is_main": True,
        "functions": (*kept, seeded(MAIN, language.name)),
        "needs": start.needs or others,
        "purpose": start.purpose or SHAPES[profile].main_purpose,
    }
    parts[main] = start.model_copy(update=update)
    return parts


def _described(part: Part, goal: str) -> Part:
    if part.purpose:
        return part
    names = [one.name for one in part.functions if "." not in one.name]
    said = f"offers {listed(names, 5)}" if names else one_line(goal, 160)
    return part.model_copy(update={"purpose": said or "the program"})


def _names_files(goal: str, language: Language) -> bool:
    return any(suffix(path) in SUFFIXES[language.name] for path in files_in(goal))


def _fresh(goal: str, language: Language, profile: Profile, functions: bool) -> Part:
    """Return the only part that a plan by rules begins with."""
    shape = SHAPES[profile]
    alone = shape.starts and not functions and not shape.core_seeds
    if alone or profile == "script":
        return Part(path=language.part_path("main", main=True), purpose=shape.main_purpose)
    stem = "app" if profile == "web_app" else name_of(goal)
    return Part(path=safe_path(language.part_path(stem)) or language.part_path("core"), purpose="")


def _main(parts: Sequence[Part]) -> int:
    """Return which part a user starts, -1 for none so far."""
    for at, part in enumerate(parts):
        if any(one.name == "main" for one in part.functions):
            return at
    stems = [stem_of(part.path) for part in parts]
    at = next((stems.index(stem) for stem in _STARTS if stem in stems), -1)
    return 0 if at < 0 and len(parts) == 1 and not parts[0].functions else at


def _free(stem: str, parts: Sequence[Part], language: Language) -> str:
    path = language.part_path(stem, main=True)
    return (
        path
        if path not in {part.path for part in parts}
        else language.part_path("start", main=True)
    )


def _with(part: Part, functions: Iterable[Function]) -> Part:
    names = {one.name for one in part.functions}
    more = tuple(one for one in functions if one.name not in names)
    return part.model_copy(update={"functions": (*part.functions, *more)})


def ordered(parts: Sequence[Part]) -> list[Part]:
    """Return the parts without needs that lead nowhere or in a circle, what is needed first."""
    known = {part.path: part for part in parts}
    done: list[Part] = []
    open_: set[str] = set()

    def visit(path: str) -> None:
        if path in open_ or any(part.path == path for part in done):
            return
        open_.add(path)
        part = known[path]
        kept = [need for need in part.needs if need in known and need not in open_]
        for need in kept:
            visit(need)
        ready = {one.path for one in done}
        done.append(part.model_copy(update={"needs": tuple(n for n in kept if n in ready)}))
        open_.discard(path)

    for part in sorted(parts, key=lambda part: part.is_main):
        visit(part.path)
    return done


def placed(example: Example, parts: Sequence[Part]) -> Example:
    """Return an example with the part that it is about."""
    if example.kind == "command":
        home = next((part for part in parts if part.is_main), None)
    else:
        called = set(re.findall(r"(?<![\w$.])([A-Za-z_$][\w$]*)\(", example.given))
        home = next((p for p in parts if called & {f.name for f in p.functions}), None)
    return example.model_copy(update={"part": home.path}) if home else example
