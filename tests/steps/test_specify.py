"""Examples of a goal become tests, and none is lost without a word."""

import pytest

from verdigris.building.report import report
from verdigris.core.budget import Spent
from verdigris.core.building import Agreement, Blueprint, Built, Example, Part
from verdigris.core.result import RunResult
from verdigris.core.task import Task
from verdigris.languages import language
from verdigris.steps.specify import from_examples


@pytest.mark.parametrize(("name", "path"), [("python", "double.py"), ("node", "double.mjs")])
def test_an_example_that_no_test_can_be_made_of_is_told_to_the_user(name, path):
    quoted = "double(unknown) returns 8"
    example = Example(kind="call", given="double(unknown)", expected="8", quoted=quoted)
    part = Part(path=path, purpose="doubles")
    blueprint = Blueprint(
        name="double", language=name, profile="library", summary="", parts=(part,),
        examples=(example,),
    )  # fmt: skip
    found, lost = from_examples(blueprint, language(name))
    assert not found and [one.check.says for one in lost] == [quoted]
    built = Built(
        blueprint=blueprint,
        agreement=(Agreement(part=path, chosen=0, quarantined=tuple(lost)),),
    )
    result = RunResult(
        run_id="r", status="not_green", reason="", iterations=1, built=built,
        task=Task(job="build", goal=quoted, root="/x", language=name, profile="library"),
    )  # fmt: skip
    said = report(result, language(name), spent=Spent())
    assert f"An example of the goal is not checked: {quoted}" in said
    assert "no test could be made of it" in said
