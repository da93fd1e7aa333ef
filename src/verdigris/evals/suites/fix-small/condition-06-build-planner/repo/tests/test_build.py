import pytest

from forge import Files, Record, build, parse, plan
from forge.builder import clean
from forge.errors import CommandFailed, NoRule
from forge.explain import explain
from forge.schedule import waves

RULES = """
report: head body
    join head body
body: notes
    upper notes
"""


@pytest.fixture
def project():
    """Rules, files and a record after a first build."""
    rules, files, record = parse(RULES), Files({"head": "# Week", "notes": "rain"}), Record()
    build(rules, files, record)
    return rules, files, record


def test_the_first_build_makes_everything():
    rules, files, record = parse(RULES), Files({"head": "# Week", "notes": "rain"}), Record()
    assert build(rules, files, record) == ["body", "report"]
    assert files.read("report") == "# Week\nRAIN"


def test_nothing_is_built_twice(project):
    assert build(*project) == []
    assert explain(*project) == ["everything is up to date"]


def test_a_changed_source_of_a_final_product(project):
    _, files, _ = project
    files.write("head", "# Month")
    assert build(*project) == ["report"]
    assert files.read("report") == "# Month\nRAIN"


def test_a_changed_source_goes_all_the_way_up(project):
    _, files, _ = project
    files.write("notes", "sun")
    assert build(*project) == ["body", "report"]
    assert files.read("report") == "# Week\nSUN"


def test_after_one_run_everything_is_up_to_date(project):
    _, files, _ = project
    files.write("notes", "sun")
    build(*project)
    assert plan(*project) == []


def test_a_missing_final_product(project):
    _, files, _ = project
    files.remove("report")
    assert explain(*project) == ["report: missing"]


def test_touching_without_changing(project):
    _, files, _ = project
    files.write("notes", "rain")
    assert build(*project) == []


def test_changed_commands_of_a_final_product(project):
    _, files, record = project
    rules = parse(RULES.replace("join head body", "join body head"))
    assert explain(rules, files, record) == ["report: commands changed"]


def test_a_source_added_to_a_final_product(project):
    _, files, record = project
    rules = parse(RULES.replace("report: head body", "report: head body notes"))
    assert explain(rules, files, record) == ["report: sources changed"]


def test_only_the_goal_is_built(project):
    rules, files, record = project
    files.write("head", "# Month")
    assert build(rules, files, record, ["body"]) == []


def test_sources_that_nothing_makes():
    with pytest.raises(NoRule, match="notes"):
        plan(parse(RULES), Files({"head": ""}), Record())


def test_unknown_goals(project):
    with pytest.raises(NoRule):
        plan(*project, ["nothing"])


def test_a_failed_command_is_tried_again():
    rules, files, record = (
        parse("b: a\n    head x a\na: s\n    join s\n"),
        Files({"s": "1"}),
        Record(),
    )
    with pytest.raises(CommandFailed):
        build(rules, files, record)
    assert explain(rules, files, record) == ["b: missing"]


def test_steps_are_announced():
    seen = []
    rules, files = parse(RULES), Files({"head": "", "notes": ""})
    build(rules, files, Record(), notice=lambda step: seen.append(step.reason))
    assert len(seen) == 2
    assert seen[0] == "missing"


def test_cleaning(project):
    rules, files, record = project
    assert clean(rules, files, record) == ["report", "body"]
    assert list(files) == ["head", "notes"]


def test_waves():
    rules = parse("c: a b\n    join a b\na: s\n    join s\nb: s\n    sort s\n")
    assert waves(plan(rules, Files({"s": ""}), Record())) == [["a", "b"], ["c"]]


def test_groups_build_what_they_gather():
    rules = parse("all: a b\na: s\n    join s\nb: s\n    sort s\n")
    assert build(rules, Files({"s": "x"}), Record()) == ["a", "b"]
