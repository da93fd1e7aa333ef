"""Blueprints: by rules, from a model's answer, and from stubs that are there."""

from __future__ import annotations

import pytest

from verdigris.building.planning import (
    answered,
    by_rules,
    from_project,
    needs_model,
    plan_request,
    questions_request,
    read_plan,
    read_questions,
)  # fmt: skip
from verdigris.core.building import Blueprint, LanguageName, Part, Profile
from verdigris.core.paths import is_protected
from verdigris.edits.guard import clean_path
from verdigris.errors import ModelMistake
from verdigris.languages import language

PYTHON = language("python")
TODO = "Create a CLI tool for managing TODO items stored in JSON"
LINES = """\
SUMMARY: Keeps TODO items in a JSON file.
FILE: store.py - reads and writes items
FUNCTION: load(path: str) -> list - reads the items
FUNCTION: add(items: list, text: str) -> dict - appends an item
FILE: main.py - the command line
NEEDS: store.py
FUNCTION: main(argv=None) -> int - runs one command
MUST: load returns an empty list when there is no file
MUST: add numbers items from 1
ASSUME: the file is todo.json
PACKAGE: none
END
"""
MARKDOWN = """\
Here is the plan:

**Summary**: Keeps TODO items in a JSON file.

1. **File: `store.py`** - reads and writes items
   - Function: `load(path: str) -> list` - reads the items
   - Function: `add(items: list, text: str) -> dict`: appends an item
2. **File: `main.py`** - the command line
   - Needs: `store.py`
   - Function: `main(argv=None) -> int` - runs one command

Acceptance criteria:
- load returns an empty list when there is no file
- add numbers items from 1

Assumptions:
- the file is todo.json
"""
JSON = """\
```json
{"summary": "Keeps TODO items in a JSON file.",
 "files": [
  {"path": "store.py", "purpose": "reads and writes items", "functions": [
    {"signature": "load(path: str) -> list", "purpose": "reads the items"},
    "add(items: list, text: str) -> dict - appends an item"]},
  {"path": "main.py", "purpose": "the command line", "needs": ["store.py"],
   "functions": ["def main(argv=None) -> int - runs one command"]},
 ],
 "criteria": [{"text": "load returns an empty list when there is no file"},
              "add numbers items from 1"],
 "assumptions": ["the file is todo.json"], "dependencies": []}
```
"""


def heads(part: Part) -> list[str]:
    return [one.signature for one in part.functions]


def require_sound(plan: Blueprint) -> None:
    """Fail where a plan could not be carried out."""
    paths = [part.path for part in plan.parts]
    names = [one.name for part in plan.parts for one in part.functions]
    assert 0 < len(paths) == len(set(paths)) <= 8
    assert len(names) == len(set(names))
    for number, part in enumerate(plan.parts):
        assert clean_path(part.path) == part.path and not is_protected(part.path)
        assert set(part.needs) <= set(paths[:number]), "what is needed comes first"
        assert part.purpose
    assert sum(part.is_main for part in plan.parts) == (0 if plan.profile == "library" else 1)
    assert plan.name and plan.summary is not None
    assert len({one.id for one in plan.criteria}) == len(plan.criteria)


@pytest.mark.parametrize("text", [LINES, MARKDOWN, JSON], ids=["lines", "markdown", "json"])
def test_a_plan_is_read_in_whatever_form_it_comes(text: str) -> None:
    plan = read_plan(text, TODO, PYTHON, "cli_tool")
    require_sound(plan)
    store, main = plan.parts
    assert (store.path, main.path, main.needs) == ("store.py", "main.py", ("store.py",))
    assert heads(store) == [
        "def load(path: str) -> list",
        "def add(items: list, text: str) -> dict",
    ]
    assert heads(main) == ["def main(argv=None) -> int"]
    assert store.functions[0].purpose == "reads the items"
    said = [one.text for one in plan.criteria]
    assert "load returns an empty list when there is no file" in said
    assert "add numbers items from 1" in said
    assert "the file is todo.json" in plan.assumptions
    assert plan.summary.startswith("Keeps TODO items")
    assert plan.dependencies == ()
    assert plan.goal == TODO


def test_a_rule_that_begins_with_a_word_of_code_is_a_rule_of_its_own() -> None:
    goal = (
        "Write options.py with a function merged(options, defaults), e.g. for settings, lists etc. "
        "as they come. Where `options` has a value it counts, otherwise that of `defaults`. null "
        "and undefined are no values."
    )
    said = [one.text for one in by_rules(goal, PYTHON, "library").criteria]
    assert len(said) == 3
    assert said[1:] == [
        "Where `options` has a value it counts, otherwise that of `defaults`.",
        "null and undefined are no values.",
    ]


def test_thoughts_of_a_model_are_no_plan() -> None:
    plan = read_plan(f"<think>FILE: wrong.py</think>\n{LINES}", TODO, PYTHON, "cli_tool")
    assert "wrong.py" not in [part.path for part in plan.parts]


@pytest.mark.parametrize(
    "text",
    ["", "I cannot do that.", "```python\nprint(1)\n```", "{}", '{"files": 3}', "FILE:", "\x00"],
)
def test_an_answer_without_a_plan_is_a_mistake_that_says_what_is_wanted(text: str) -> None:
    with pytest.raises(ModelMistake, match="FILE:"):
        read_plan(text, TODO, PYTHON, "cli_tool")


def test_what_the_goal_names_wins_over_what_the_model_says() -> None:
    goal = "In Python, `total(items)` in cart.py sums prices. total([]) == 0"
    text = (
        "FILE: basket.py - sums\nFUNCTION: total(items, tax: float) -> float - sums\n"
        "FUNCTION: helper(x) - helps\nFILE: extra.py - more\nFUNCTION: other(y) - does\n"
    )
    plan = read_plan(text, goal, PYTHON, "library")
    require_sound(plan)
    (part,) = plan.parts
    assert part.path == "cart.py"
    assert "def total(items)" in heads(part)
    assert [one.part for one in plan.examples] == ["cart.py"]


def test_functions_stay_in_the_files_that_the_goal_puts_them_in() -> None:
    goal = "`parse(text)` in parser.py and `render(tree)` in render.py, and a CLI in main.py"
    for plan in (
        by_rules(goal, PYTHON, "cli_tool"),
        read_plan("FILE: main.py\nFUNCTION: parse(text)\nFUNCTION: render(x)\nFUNCTION: main()",
                  goal, PYTHON, "cli_tool"),
    ):  # fmt: skip
        require_sound(plan)
        assert {part.path: heads(part)[0] for part in plan.parts} == {
            "parser.py": "def parse(text)",
            "render.py": "def render(tree)",
            "main.py": "def main(argv=None) -> int",
        }


HOSTILE = """\
FILE: ../../etc/passwd.py - x
FUNCTION: a(x)
FILE: .git/hooks/pre.py
FUNCTION: b(x)
FILE: tests/test_store.py - tests
FUNCTION: test_load()
FILE: conftest.py
FILE: store.py
NEEDS: main.py, store.py, nowhere.py
FUNCTION: load(path)
FUNCTION: load(path, again)
FUNCTION: rm -rf /
FUNCTION: f(1, 2)
FUNCTION: __import__('os').system('x')
FILE: main.py
NEEDS: store.py
FUNCTION: main(argv)
PACKAGE: requests, json, rm -rf, ../x, node:fs
"""


@pytest.mark.parametrize("spoken", ["python", "node", "typescript"])
def test_a_hostile_plan_becomes_a_sound_one(spoken: LanguageName) -> None:
    plan = read_plan(HOSTILE, TODO, language(spoken), "cli_tool")
    require_sound(plan)
    names = [one.name for part in plan.parts for one in part.functions]
    assert "load" in names and "main" in names and "test_load" not in names
    assert "requests" in plan.dependencies
    assert not {"node:fs", "../x"} & set(plan.dependencies)


def test_no_planned_file_hides_a_module_that_code_and_tests_import() -> None:
    text = "FILE: json.py - x\nFUNCTION: load(p)\nFILE: main.py\nNEEDS: json.py\nFILE: pytest.py"
    plan = read_plan(text, "Keeps notes", language("python"), "cli_tool")
    assert [part.path for part in plan.parts] == ["json_part.py", "pytest_part.py", "main.py"]
    assert plan.main.needs == ("json_part.py",)
    named = read_plan(text, "Write calendar.py that tells the days", language("python"), "library")
    assert [part.path for part in named.parts] == ["calendar.py"]  # the user's word


def test_a_plan_of_many_files_is_cut_to_those_that_fit() -> None:
    text = "".join(f"FILE: part{n}.py - does {n}\nFUNCTION: f{n}(x) - {n}\n" for n in range(20))
    require_sound(read_plan(text, TODO, PYTHON, "cli_tool"))
    with pytest.raises(ModelMistake, match="at most 8"):
        read_plan(text + text.replace("part", "more"), TODO, PYTHON, "cli_tool")


def test_parts_that_need_each_other_are_put_in_an_order() -> None:
    text = "".join(
        f"FILE: {a}.py - x\nNEEDS: {b}.py\nFUNCTION: {a}_f(x)\n" for a, b in ("ab", "bc", "ca")
    )
    require_sound(read_plan(text, "A library", PYTHON, "library"))


GOALS: list[tuple[str, LanguageName, Profile, list[str]]] = [
    ("Write `f(x)` in a/b.py", "python", "library", ["a/b.py"]),
    ("Write `slug(text)`", "python", "library", ["slug.py"]),
    ("Write `slug(text)`", "node", "library", ["src/slug.mjs"]),
    ("Write `slug(text)`", "typescript", "library", ["src/slug.ts"]),
    (TODO, "python", "cli_tool", ["todo_items.py", "main.py"]),
    ("A CLI called wiki with `parse(text)` and `render(x)`", "python", "cli_tool",
     ["wiki.py", "main.py"]),
    ("A CLI in todo.py", "python", "cli_tool", ["todo.py"]),
    ("A web app for notes", "python", "web_app", ["app.py", "main.py"]),
    ("A web app for notes", "node", "web_app", ["src/app.mjs", "main.mjs"]),
    ("A web app in server.mjs", "node", "web_app", ["server.mjs"]),
    ("A pipeline called sales", "python", "data_pipeline", ["sales.py", "main.py"]),
    ("Throw dice", "python", "script", ["main.py"]),
    ("", "python", "library", ["program.py"]),
    ("", "node", "script", ["main.mjs"]),
    ("x" * 50_000, "python", "cli_tool", ["main.py"]),
    ("tests/test_a.py in ../b.py", "python", "library", ["py-program.py"]),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "spoken", "profile", "paths"), GOALS)
def test_rules_make_a_plan_of_any_goal(
    goal: str, spoken: LanguageName, profile: Profile, paths: list[str]
) -> None:
    tongue = language(spoken)
    plan = by_rules(goal, tongue, profile)
    require_sound(plan)
    if "py-program.py" not in paths:
        assert [part.path for part in plan.parts] == paths
    assert plan.by == "rules"
    for part in plan.parts:
        # Every head is one that the language can make a stub of.
        offered = {one.name for one in tongue.signatures(tongue.stub(part))}
        assert {one.name.partition(".")[0] for one in part.functions} <= offered


def test_a_web_app_answers_without_a_network_and_is_served_by_another_file() -> None:
    app, main = by_rules("A web app for notes", PYTHON, "web_app").parts
    assert heads(app) == ['def handle(method, path, body="")']
    assert main.is_main and main.needs == ("app.py",)


def test_a_web_app_is_planned_with_what_its_server_calls() -> None:
    text = "FILE: notes.py - notes\nFUNCTION: add(notes, text)\nFILE: main.py\nFUNCTION: main(argv)"
    plan = read_plan(text, "A web app for notes", PYTHON, "web_app")
    require_sound(plan)
    assert [one.name for one in plan.parts[0].functions] == ["add", "handle"]


def test_commands_belong_to_the_file_that_is_started_and_calls_to_who_offers_them() -> None:
    goal = "A CLI called shout with `up(text)`: up('a') == 'A'\n```\n$ shout hey\nHEY\n```"
    plan = by_rules(goal, PYTHON, "cli_tool")
    assert [(one.kind, one.part) for one in plan.examples] == [
        ("call", "shout.py"),
        ("command", "main.py"),
    ]
    assert [one.kind for one in by_rules(goal, PYTHON, "library").examples] == ["call"]


@pytest.mark.parametrize(
    ("goal", "profile", "needed"),
    [
        ("Write `f(x)` in a.py", "library", False),
        ("Write `f`; f(1) == 2", "library", False),
        ("Write the function `f`", "library", True),
        (TODO, "cli_tool", False),
        (f"{TODO}, with priorities", "cli_tool", True),
        ("A CLI tool for bills stored in JSON", "cli_tool", True),
        ("A CLI todo.py for managing TODO items", "cli_tool", False),
        ("A library for fractions", "library", True),
        ("`parse(text)` in a.py and a CLI in main.py and more in c.py", "cli_tool", True),
    ],
)
def test_a_goal_that_says_what_to_offer_needs_no_model(
    goal: str, profile: Profile, needed: bool
) -> None:
    assert needs_model(goal, PYTHON, profile) is needed


def test_the_question_for_a_plan_holds_goal_answers_form_and_complaint() -> None:
    request = plan_request(
        TODO, PYTHON, "cli_tool", patterns=("FILE: a.py",), answers=[("Where?", "in t.json")],
        context_tokens=4096, complaint="no file",
    )  # fmt: skip
    for piece in (
        TODO,
        "Where? in t.json",
        "FILE:",
        "FUNCTION:",
        "MUST:",
        "no file",
        "```\nFILE: a.py",
    ):
        assert piece in request.prompt
    assert request.prompt[: request.shared].rstrip().endswith("in t.json")
    assert request.left_out == ""


@pytest.mark.parametrize("context", [1200, 2048, 8192])
def test_questions_fit_into_the_context_and_say_what_does_not(context: int) -> None:
    goal = "Sort words. " * 5000
    for request in (
        plan_request(goal, PYTHON, "library", context_tokens=context),
        questions_request(goal, context_tokens=context),
    ):
        assert len(request.prompt) / 3 + request.max_tokens <= max(context, 1500)
        assert "characters of the goal" in request.left_out


def test_questions_are_read_as_lines_that_ask() -> None:
    text = (
        "Sure, here they are:\n1. Which file keeps the items?\n- **Should it print colours?**\n"
        "Q3: Which file keeps the items?\nThat is all.\n?\nWhy?\n"
    )
    assert read_questions(text) == ("Which file keeps the items?", "Should it print colours?")
    assert read_questions("NONE") == ()


def test_answers_become_part_of_the_goal_and_its_examples() -> None:
    goal = answered("Write `f(x)`", [("An example?", "f(1) == 2"), ("Else?", "")])
    assert "Else?" not in goal
    plan = by_rules(goal, PYTHON, "library")
    assert [(one.given, one.expected) for one in plan.examples] == [("f(1)", "2")]


PROJECT = {
    "cart.py": "from money import rounded\n\n\ndef total(items):\n    raise NotImplementedError\n",
    "money.py": "def rounded(value):\n    ...\n\n\ndef done(x):\n    return x\n",
    "util.py": "def fine():\n    return 1\n",
    "tests/test_cart.py": "def test_total():\n    pass\n",
    "notes.md": "def nothing(): ...\n",
}


def test_stubs_become_parts_in_the_order_of_their_imports() -> None:
    plan = from_project(PROJECT, "Write the cart. total([]) == 0", PYTHON)
    assert [part.path for part in plan.parts] == ["money.py", "cart.py"]
    assert plan.parts[1].needs == ("money.py",)
    assert [one.name for one in plan.parts[0].functions] == ["rounded", "done"]
    assert [one.part for one in plan.examples] == ["cart.py"]


def test_stubs_of_node_are_found_through_their_imports_as_well() -> None:
    missing = '{ throw new Error("not implemented"); }\n'
    files = {
        "src/a.mjs": f'import {{ b }} from "./b.mjs";\nexport function a(x) {missing}',
        "src/b.mjs": f"export function b(x) {missing}",
        "src/a.test.mjs": f"export function c(x) {missing}",
    }
    plan = from_project(files, "Write it", language("node"))
    assert [(part.path, part.needs) for part in plan.parts] == [
        ("src/b.mjs", ()),
        ("src/a.mjs", ("src/b.mjs",)),
    ]


def test_imports_in_a_package_and_in_a_circle_are_put_in_an_order() -> None:
    files = {
        "pkg/a.py": "from . import b\nfrom .c import g\n\ndef f(x): ...\n",
        "pkg/b.py": "import pkg.a\n\ndef h(x): ...\n",
        "pkg/c.py": "def g(x): ...\n",
        "pkg/broken.py": "def f(:\n",
    }
    plan = from_project(files, "", PYTHON)
    paths = [part.path for part in plan.parts]
    assert sorted(paths) == ["pkg/a.py", "pkg/b.py", "pkg/c.py"]
    assert paths.index("pkg/c.py") < paths.index("pkg/a.py")
    for number, part in enumerate(plan.parts):
        assert set(part.needs) <= set(paths[:number])


def test_a_project_without_stubs_has_no_parts() -> None:
    assert from_project({"util.py": PROJECT["util.py"]}, "Write it", PYTHON).parts == ()
