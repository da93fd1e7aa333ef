"""What every Language does: its stubs fail, its tests run, its readers survive any answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from conformance import keeper_samples
from conformance.language_samples import PYTHON, Samples
from conformance.language_samples_node import NODE, TYPESCRIPT
from verdigris.building import customs
from verdigris.building.planning import by_rules
from verdigris.core.building import Blueprint, Check, Function, Part, Profile
from verdigris.core.report import Report
from verdigris.core.syntax import syntax_error
from verdigris.errors import ModelMistake
from verdigris.languages import language
from verdigris.languages.base import Language
from verdigris.sandbox.process import ProcessSandbox
from verdigris.settings import Machine, SuiteSettings
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import Interpreter
from verdigris.suites.finding import find

SAMPLES = (PYTHON, NODE, TYPESCRIPT)


@pytest.fixture(params=SAMPLES, ids=lambda samples: samples.language)
def samples(request: pytest.FixtureRequest) -> Samples:
    found = request.param
    assert isinstance(found, Samples)
    return found


@pytest.fixture
def tongue(samples: Samples) -> Language:
    return language(samples.language)


def blueprint(samples: Samples, profile: Profile = "cli_tool") -> Blueprint:
    parts = (samples.service,) if profile == "web_app" else (samples.library, samples.program)
    return Blueprint(
        name="shouting", language=samples.language, profile=profile, summary="Shouts.", parts=parts,
        examples=samples.examples if profile == "cli_tool" else (),
    )  # fmt: skip


def all_checks(samples: Samples, plan: Blueprint) -> list[Check]:
    """Return every kind of test that the language makes for a blueprint."""
    tongue = language(samples.language)
    found = tongue.smoke(plan)
    for number, shown in enumerate(plan.examples, 1):
        part = plan.part(shown.part)
        assert part is not None
        check = tongue.example(shown, part, number)
        assert check is not None, shown
        found.append(check)
    for part in plan.parts:
        found += tongue.properties(part)
    if plan.part(samples.library.path):
        found += tongue.read_checks(samples.answer, samples.library, sample=1)
    return found


def lay_out(
    folder: Path,
    tongue: Language,
    plan: Blueprint,
    code: Mapping[str, str],
    checks: Sequence[Check],
) -> Path:
    files = {**tongue.scaffold(plan), **code}
    for part in plan.parts:
        own = [check for check in checks if check.part == part.path]
        files[tongue.test_path(part)] = tongue.test_file(part, own)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


async def outcomes(folder: Path, python: Path) -> dict[str, str]:
    suite = CommandSuite(
        folder, None, Interpreter(python, "the tests' own"), ProcessSandbox(),
        SuiteSettings(wall_seconds=120), Machine.current(),
    )  # fmt: skip
    report: Report = await suite.run(folder)
    return {result.id: result.outcome for result in report.results}


def ids(tongue: Language, plan: Blueprint, checks: Sequence[Check]) -> dict[str, Check]:
    found = {}
    for check in checks:
        part = plan.part(check.part)
        assert part is not None
        found[tongue.test_id(part, check)] = check
    return found


# the tests it makes


@pytest.mark.parametrize("profile", ["cli_tool", "web_app"])
async def test_its_tests_fail_on_the_stubs_and_pass_on_right_code(
    samples: Samples, tongue: Language, profile: Profile, tmp_path: Path, lean_python: Path
) -> None:
    if not samples.is_there:
        pytest.skip(f"{samples.needs} is not installed")
    plan = blueprint(samples, profile)
    checks = all_checks(samples, plan)
    known = ids(tongue, plan, checks)
    assert len(known) == len(checks) > 0
    stubs = {part.path: tongue.stub(part) for part in plan.parts}
    code = {
        samples.library.path: samples.right,
        samples.program.path: samples.program_text,
        samples.service.path: samples.service_text,
    }
    right = {path: code[path] for path in stubs}
    on_stubs = await outcomes(lay_out(tmp_path / "stubs", tongue, plan, stubs, checks), lean_python)
    on_right = await outcomes(lay_out(tmp_path / "right", tongue, plan, right, checks), lean_python)
    assert on_right == dict.fromkeys(known, "passed")
    assert {name for name, outcome in on_stubs.items() if outcome == "passed"} == set()
    assert set(on_stubs) == set(known)


async def test_wrong_code_fails_the_tests_that_are_about_what_is_wrong(
    samples: Samples, tongue: Language, tmp_path: Path, lean_python: Path
) -> None:
    if not samples.is_there:
        pytest.skip(f"{samples.needs} is not installed")
    plan = blueprint(samples)
    checks = tongue.read_checks(samples.answer, samples.library, sample=0)
    code = {samples.library.path: samples.wrong, samples.program.path: samples.program_text}
    seen = await outcomes(lay_out(tmp_path, tongue, plan, code, checks), lean_python)
    known = ids(tongue, plan, checks)
    failed = {name for name, outcome in seen.items() if outcome != "passed"}
    about = {name for name, check in known.items() if "shout(" in check.body}
    assert failed
    assert failed <= about


def test_the_command_that_runs_the_tests_is_found_from_the_scaffold(
    samples: Samples, tongue: Language, tmp_path: Path
) -> None:
    plan = blueprint(samples)
    folder = lay_out(tmp_path, tongue, plan, {}, all_checks(samples, plan))
    assert find(folder).command == tongue.test_cmd


def test_names_of_tests_are_identifiers_and_each_is_there_once(
    samples: Samples, tongue: Language
) -> None:
    plan = blueprint(samples)
    checks = all_checks(samples, plan)
    checks += tongue.read_checks(samples.answer, samples.library, sample=2)
    names = [check.name for check in checks]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() and name.isascii() for name in names)


def test_a_test_file_without_tests_parses_and_holds_none(
    samples: Samples, tongue: Language
) -> None:
    path, text = tongue.test_path(samples.library), tongue.test_file(samples.library, [])
    assert syntax_error(path, text) == ""
    assert "shout" not in text.replace("shouting", "")


def test_an_example_that_cannot_be_said_is_no_test(samples: Samples, tongue: Language) -> None:
    assert tongue.example(samples.impossible, samples.library, 1) is None


# the layout


def test_the_scaffold_is_the_same_each_time_and_stays_in_its_folder(
    samples: Samples, tongue: Language
) -> None:
    plan = blueprint(samples)
    files = tongue.scaffold(plan)
    assert files == tongue.scaffold(plan)
    assert ".gitignore" in files
    for path, text in files.items():
        assert not PurePosixPath(path).is_absolute()
        assert ".." not in PurePosixPath(path).parts
        assert syntax_error(path, text) == ""
    assert not set(files) & {part.path for part in plan.parts}


@pytest.mark.parametrize("name", ["store", "Todo Store", "../../etc/passwd", "", "1st", "a/b", "é"])
def test_a_part_has_a_path_below_the_project_whatever_its_name(tongue: Language, name: str) -> None:
    for main in (False, True):
        path = PurePosixPath(tongue.part_path(name, main=main))
        assert not path.is_absolute()
        assert ".." not in path.parts
        assert path.stem


def test_parts_of_the_same_name_in_two_folders_have_tests_of_their_own(tongue: Language) -> None:
    paths = [tongue.part_path(name) for name in ("todo/store", "shop/store")]
    tests = {tongue.test_path(Part(path=path, purpose="")) for path in paths}
    assert len(tests) == 2


def test_the_usage_tells_how_to_run_the_tests(samples: Samples, tongue: Language) -> None:
    assert tongue.test_cmd in tongue.usage(blueprint(samples))


def test_the_words_that_start_a_program_are_those_the_usage_shows(
    samples: Samples, tongue: Language
) -> None:
    words = tongue.start(samples.program)
    assert words[0] in ("python", "node")
    assert " ".join(words) in tongue.usage(blueprint(samples))


# stubs and signatures


def test_a_stub_parses_and_offers_every_name(samples: Samples, tongue: Language) -> None:
    for part in (samples.library, samples.program, samples.service):
        text = tongue.stub(part)
        assert syntax_error(part.path, text) == ""
        offered = {function.name for function in tongue.signatures(text)}
        assert {function.name for function in part.functions} <= offered


def test_the_signatures_of_a_stub_make_the_same_stub_again(
    samples: Samples, tongue: Language
) -> None:
    part = samples.library
    once = tongue.stub(part)
    again = part.model_copy(update={"functions": tongue.signatures(once)})
    assert tongue.signatures(tongue.stub(again)) == tongue.signatures(once)


def test_every_function_of_a_stub_is_still_to_be_written(
    samples: Samples, tongue: Language
) -> None:
    waiting = {name.partition(".")[0] for name in tongue.stubs_in(tongue.stub(samples.library))}
    assert {"shout", "half", "Tally"} <= waiting
    assert tongue.stubs_in(samples.right) == ()
    assert tongue.stubs_in(samples.unwritten) == ("a",)


def test_signatures_that_nobody_can_read_still_make_a_stub(
    samples: Samples, tongue: Language
) -> None:
    for said in samples.garbled:
        functions = (Function(name="name", signature=said),)
        part = samples.library.model_copy(update={"functions": functions})
        text = tongue.stub(part)
        assert syntax_error(part.path, text) == "", said
        assert "name" in {function.name for function in tongue.signatures(text)}, said


# reading answers


def test_code_in_a_chatty_answer_is_read_without_what_is_around_it(
    samples: Samples, tongue: Language
) -> None:
    text = tongue.read_part(samples.chatty, samples.library)
    assert tongue.signatures(text) == tongue.signatures(samples.right)
    assert "hello" not in text


def test_plain_code_is_read_as_it_is(samples: Samples, tongue: Language) -> None:
    assert tongue.read_part(f"```{tongue.fence}\n{samples.right}```", samples.library).strip() == (
        samples.right.strip()
    )
    program = tongue.read_part(f"```\n{samples.program_text}```", samples.program)
    assert tongue.signatures(program) == tongue.signatures(samples.program_text)


@pytest.mark.parametrize("kind", ["broken", "lacking", "misspelt", "elided", "prose", "empty"])
def test_code_that_cannot_be_used_is_refused_in_words(
    samples: Samples, tongue: Language, kind: str
) -> None:
    answers = {"prose": "I cannot do that, sorry.", "empty": " \n"}
    text = answers[kind] if kind in answers else f"```\n{getattr(samples, kind)}```"
    with pytest.raises(ModelMistake) as said:
        tongue.read_part(text, samples.library)
    assert str(said.value).endswith((".", "`"))
    if kind in ("lacking", "misspelt"):
        assert "`half`" in str(said.value)


def test_the_stub_is_no_answer(samples: Samples, tongue: Language) -> None:
    with pytest.raises(ModelMistake):
        tongue.read_part(f"```\n{tongue.stub(samples.library)}```", samples.library)


def test_an_answer_with_tests_gives_one_for_each_claim(samples: Samples, tongue: Language) -> None:
    checks = tongue.read_checks(samples.answer, samples.library, sample=3)
    assert len(checks) == samples.claims
    assert {check.part for check in checks} == {samples.library.path}
    assert {check.sample for check in checks} == {3}
    assert checks == tongue.read_checks(samples.answer, samples.library, sample=3)


def test_what_says_nothing_or_reaches_out_is_no_test(samples: Samples, tongue: Language) -> None:
    checks = tongue.read_checks(samples.useless, samples.library, sample=0)
    assert [check.body for check in checks] == []


ANY_TEXT = st.one_of(
    st.text(max_size=200),
    st.text(alphabet="def():=assert `\n\t'\"#{}[]xy.,0", max_size=300),
)


@pytest.mark.parametrize("samples", SAMPLES, ids=lambda samples: samples.language)
@settings(max_examples=40)
@given(text=ANY_TEXT, at=st.integers(min_value=0, max_value=2000))
@example(text="\ud800\0", at=5)
@example(text="(" * 5000, at=30)
def test_no_answer_whatever_breaks_the_readers(samples: Samples, text: str, at: int) -> None:
    tongue = language(samples.language)
    for answer in (text, f"```{tongue.fence}\n{text}", samples.answer[:at] + text):
        for check in tongue.read_checks(answer, samples.library, sample=0):
            assert syntax_error(
                tongue.test_path(samples.library), tongue.test_file(samples.library, [check])
            ) == ""  # fmt: skip
        try:
            read = tongue.read_part(samples.chatty[:at] + answer, samples.library)
        except ModelMistake:
            continue
        assert syntax_error(samples.library.path, read) == ""
    tongue.stubs_in(text)
    tongue.signatures(text)
    tongue.mutants(text, 3)


# mutants


def test_mutants_parse_differ_and_are_the_same_each_time(
    samples: Samples, tongue: Language
) -> None:
    found = tongue.mutants(samples.right, 100)
    assert len(found) > 4
    assert found == tongue.mutants(samples.right, 100)
    assert len({mutant.text for mutant in found} | {samples.right}) == len(found) + 1
    lines = samples.right.count("\n") + 1
    for mutant in found:
        assert syntax_error(samples.library.path, mutant.text) == ""
        assert 1 <= mutant.line <= lines
        assert mutant.what


def test_few_mutants_are_spread_over_the_text(samples: Samples, tongue: Language) -> None:
    every = {mutant.line for mutant in tongue.mutants(samples.right, 100)}
    few = tongue.mutants(samples.right, 3)
    assert len(few) == len({mutant.line for mutant in few}) == 3
    assert {mutant.line for mutant in few} <= every


# a program whose commands are assumed


def keeper(tongue: Language) -> tuple[Blueprint, dict[str, str]]:
    """Return a plan with assumed commands, and code that does what it says."""
    plan = by_rules("A CLI tool for managing TODO items stored in JSON", tongue, "cli_tool")
    name = tongue.name.upper()
    texts = (getattr(keeper_samples, f"{name}_STORE"), getattr(keeper_samples, name))
    return plan, dict(zip((part.path for part in plan.parts), texts, strict=True))


@pytest.mark.thorough
async def test_sessions_tell_a_program_that_keeps_things_from_others(
    samples: Samples, tongue: Language, tmp_path: Path, lean_python: Path
) -> None:
    if not samples.is_there:
        pytest.skip(f"{samples.needs} is not installed")
    plan, right = keeper(tongue)
    start = plan.main.path
    checks = [*tongue.smoke(plan), *customs.kept(plan, tongue)]
    known = ids(tongue, plan, checks)
    sessions = {name for name, one in known.items() if one.part == start and "usual" in one.name}
    assert (len(sessions), len(known)) == (5, 10)
    refusals = {name for name in sessions if known[name].origin == "smoke"}
    forgetful = {**right, start: right[start].replace(" save(FILE, items)", " load(FILE)")}
    crashing = {**right, start: right[start].replace(" save(FILE", " save(nobody")}
    assert [tongue.unbound(text, path) for path, text in right.items()] == [{}, {}]
    known_by_us = tongue.name != "typescript"  # its compiler tells
    assert list(tongue.unbound(crashing[start], start)) == ["nobody"] * known_by_us
    seen = {}
    stubs = {part.path: tongue.stub(part) for part in plan.parts}
    tried = {"right": right, "forgets": forgetful, "crashes": crashing, "stubs": stubs}
    for name, code in tried.items():
        folder = lay_out(tmp_path / name, tongue, plan, code, checks)
        seen[name] = {one for one, how in (await outcomes(folder, lean_python)).items()
                      if how == "passed"}  # fmt: skip
    assert seen["right"] == set(known)
    assert seen["forgets"] == set(known) - sessions | refusals
    # What falls over `add` still says how it is used, and falls over what it says.
    fallen = {known[name].says.lower() for name in set(known) - sessions - seen["crashes"]}
    assert len(refusals & seen["crashes"]) == 2
    assert fallen == {"no command that its help offers ends in a stack trace"}
    assert seen["stubs"] == set()
