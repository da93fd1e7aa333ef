"""What is assumed of a tool that keeps texts, where its goal leaves the commands open."""

from __future__ import annotations

import pytest

from verdigris.building.customs import usual
from verdigris.building.planning import by_rules
from verdigris.languages import language

PYTHON = language("python")
TODO = "Create a CLI tool for managing TODO items stored in JSON"


@pytest.mark.parametrize(
    "goal",
    [
        TODO,
        "Build a command-line notes manager that saves notes to a file",
        "a terminal app to keep track of chores",
        "Create a command-line todo list app in Python",
        "A user-friendly command\nline tool for managing my to do list in a file named todos.json",
        "CLI for important tasks: a task manager that saves tasks",
        "A CLI that stores my shopping list in a file, with adding, listing and deleting",
    ],
)
def test_commands_are_assumed_where_a_goal_names_none(goal: str) -> None:
    found = usual(goal, PYTHON, "cli_tool")
    assert found is not None
    assert [one.lines[0] for one in found.sessions] == [("add", "buy milk")] * 4 + [("add",)]


@pytest.mark.parametrize(
    "goal",
    [
        "A CLI tool for managing TODO items: `todo new TEXT` stores one",
        "A CLI tool for managing tasks with --add and --list, stored in JSON",
        "A CLI for managing notes; the commands are new and all",
        "A CLI tool that keeps tasks with a priority and a due date",
        "An interactive CLI that stores notes",
        "A CLI tool for managing TODO items\n\n$ todo put milk\nok",
        "A CLI tool that converts temperatures",
        "A CLI tool to track expenses by category",
        "A CLI that tracks time spent on tasks, stored in a JSON file",
        "A CLI that finds TODO comments in source files and saves them to a report",
        "A CLI that converts Markdown notes to HTML and saves the result",
        "A CLI that reformats a CSV file and keeps quotes around text",
        "A command-line client that manages tasks over the Todoist API",
        "A CLI that keeps retrying a task until it succeeds",
        "A CLI that keeps the dependency order of tasks",
        "A CLI that manages systemd tasks and keeps logs",
        "A CLI that stores encrypted notes",
        "A pomodoro CLI that keeps track of finished tasks",
        "A CLI to create, view and erase notes and store them",
        "A CLI to add, list, complete and delete tasks, which it saves",
        "A CLI tool for managing TODO items stored in ~/.todo.json",
        "A CLI notes manager. load(path) returns a dict of notes and save(path, notes) writes it",
    ],
)
def test_a_goal_with_its_own_words_is_left_alone(goal: str) -> None:
    assert usual(goal, PYTHON, "cli_tool") is None


def test_the_words_of_the_goal_name_the_commands() -> None:
    found = usual("A CLI to manage notes: adding, showing and removing", PYTHON, "cli_tool")
    assert found is not None
    assert (found.add, found.show, found.delete) == ("add", "show", "remove")


def test_only_a_tool_on_the_command_line_has_them() -> None:
    assert usual(TODO, PYTHON, "library") is None


@pytest.mark.parametrize("name", ["python", "node", "typescript"])
def test_what_is_assumed_is_told_and_tested(name) -> None:
    plan = by_rules(TODO, language(name), "cli_tool")
    assert [[one.name for one in part.functions] for part in plan.parts] == [
        ["load", "save"],
        ["main"],
    ]
    assert any("`add TEXT`" in one for one in plan.assumptions)
    said = [one for one in plan.criteria if one.text.startswith(("`add", "`list", "`delete"))]
    assert [one.part for one in said] == [plan.main.path] * 3
    checks = [check for check in language(name).smoke(plan) if "usual" in check.name]
    assert [check.says for check in checks] == [one.says for one in plan.sessions]
    assert [check.is_given for check in checks] == [True, True, True, False, False]
