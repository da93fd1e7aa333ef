"""Node: from answers of models to files and tests that really run."""
# ruff: noqa: E501 (programs in strings)

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from node_answers import ADD, ANSWERS, BOTH, MAIN, Answer
from node_projects import blueprint_of, lay_out, needs_node, outcomes, part_of, run

from verdigris.core.building import Check, Example, Part
from verdigris.core.syntax import syntax_error
from verdigris.errors import ModelMistake
from verdigris.languages import language

JS = language("node")
USABLE = [answer for answer in ANSWERS if not answer.refused]
REFUSED = [answer for answer in ANSWERS if answer.refused]


@pytest.mark.parametrize("answer", REFUSED, ids=lambda answer: answer.what)
def test_an_answer_that_cannot_be_used_is_refused_in_words_for_the_model(answer: Answer) -> None:
    with pytest.raises(ModelMistake, match=answer.refused):
        JS.read_part(answer.text, answer.part)


async def test_every_usable_answer_becomes_a_module_that_runs_and_does_nothing_when_imported(
    tmp_path: Path,
) -> None:
    needs_node(tmp_path)
    found: dict[str, str] = {}
    for number, answer in enumerate(USABLE):
        # Each in a project of its own folder: the program that `program` starts is its main part.
        part = answer.part
        check = Check(name=f"case_{number}", part=part.path, body=answer.check, origin="criterion")
        plan = blueprint_of(part, profile="cli_tool" if part.is_main else "library")
        text = JS.read_part(answer.text, part)
        assert syntax_error(part.path, text) == "", answer.what
        folder = lay_out(tmp_path / str(number), plan, {part.path: text}, [check])
        found[f"case_{number}"] = f"{answer.what}:\n{text}"
        (folder / "package.json").unlink()
    (tmp_path / "package.json").write_text('{"scripts": {"test": "node --test"}}')
    report = await run(tmp_path)
    said = outcomes(report)
    failed = [found[name] for name in found if said.get(name) != "passed"]
    assert not failed, f"{failed[0]}\n{report.output}"
    shown = "\n".join(one.output for one in report.results)
    assert "3" not in shown


TESTS = """\
```js
const test = require('node:test');
const assert = require('assert');
const { describe, it } = test;
const { mkdtempSync } = require('fs');
const os = require('os');
const { Cart, total: sum } = require('../cart');
const PRICE = 3;
function filled(...names) { const cart = new Cart(); names.forEach((n) => cart.add(n, PRICE)); return cart; }

test('total', () => {
  assert.equal(sum([]), 0);
  assert.strictEqual(sum([{ price: PRICE }]), 3, 'one');
  expect(sum([{ price: 1 }, { price: 2 }])).toBe(3);
});
describe('cart', () => {
  let cart;
  beforeEach(() => {
    cart = new Cart();
  });
  it('counts', () => {
    assert.equal(cart.add('tea', 2), 1);
    assert.equal(cart.add('tea', 2), 2);
    cart.remove('tea');
    expect(cart.size).toEqual(1);
  });
  it('throws', async () => {
    assert.throws(() => cart.remove('nothing'), RangeError);
    await expect(cart.load('x')).rejects.toThrow('no file');
    expect(() => cart.remove('nothing')).toThrow(/nothing/);
    expect(() => cart.remove('nothing')).not.toThrow(TypeError);
  });
  it.each([['a', 1], ['b', 2]])('adds %s', (name, price) => {
    expect(cart.add(name, price)).toBe(1);
  });
  test('loops', () => {
    for (const n of [1, 2, 3]) {
      assert.equal(filled(...'abc'.slice(0, n)).size, n);
    }
  });
  it('has a folder', () => {
    const folder = mkdtempSync(os.tmpdir() + '/x-');
    assert.ok(folder && cart.size === 0);
  });
  test('says nothing', () => { cart.add('x', 1); });
  test('is about nothing of ours', () => { assert.equal(1 + 1, 2); });
  test('uses what is not there', () => { expect(cart).toMatchInlineSnapshot(); });
  test('total again', () => { assert.equal(sum([]), 0) });
});
```
"""
CART = """\
export class Cart {
  #items = [];
  add(name, price) {
    this.#items.push({ name, price });
    return this.#items.length;
  }
  remove(name) {
    const at = this.#items.findIndex((item) => item.name === name);
    if (at < 0) throw new RangeError(`nothing called ${name}`);
    this.#items.splice(at, 1);
  }
  get size() {
    return this.#items.length;
  }
  async load() {
    throw new Error("no file");
  }
}
export const total = (items) => items.reduce((sum, item) => sum + item.price, 0);
"""
CART_PART = part_of("src/cart.mjs", "class Cart", "function total(items)")


async def test_each_claim_of_an_answer_becomes_a_test_that_stands_by_itself(
    tmp_path: Path,
) -> None:
    needs_node(tmp_path)
    checks = JS.read_checks(TESTS, CART_PART, sample=2)
    said = [check.says for check in checks]
    assert list(dict.fromkeys(said)) == [
        "total", "cart counts", "cart throws", "cart adds %s", "cart loops", "cart has a folder",
    ]  # fmt: skip
    assert [said.count(one) for one in dict.fromkeys(said)] == [3, 3, 3, 2, 1, 1]
    assert [check.name for check in checks[:2]] == ["cart_2_1", "cart_2_2"]
    plan = blueprint_of(CART_PART)
    good = lay_out(tmp_path / "good", plan, {CART_PART.path: CART}, checks)
    report = await run(good)
    wanted = {JS.test_id(CART_PART, check): "passed" for check in checks}
    assert {one.id: one.outcome for one in report.results} == wanted, report.output
    worse = CART.replace("this.#items.splice(at, 1);", "").replace("new RangeError", "new Error")
    report = await run(lay_out(tmp_path / "worse", plan, {CART_PART.path: worse}, checks))
    noticed = {check.says for check in checks if outcomes(report)[check.name] == "failed"}
    assert noticed == {"cart counts", "cart throws"}
    stub = lay_out(tmp_path / "stub", plan, {CART_PART.path: JS.stub(CART_PART)}, checks)
    assert set(outcomes(await run(stub)).values()) == {"failed"}


async def test_one_test_of_a_file_can_be_run_by_its_id(tmp_path: Path) -> None:
    needs_node(tmp_path)
    checks = JS.read_checks(TESTS, CART_PART, sample=1)
    project = lay_out(tmp_path, blueprint_of(CART_PART), {CART_PART.path: CART}, checks)
    wanted = JS.test_id(CART_PART, checks[1])
    report = await run(project, only=[wanted])
    assert [one.id for one in report.results if "::" in one.id] == [wanted]


def test_a_list_of_tests_that_was_cut_off_still_gives_the_others() -> None:
    cut = (
        "```js\ntest('one', () => {\n  assert.equal(add(1, 2), 3);\n});\n"
        "test('two', () => {\n  assert.equal(add("
    )
    assert [check.says for check in JS.read_checks(cut, ADD, sample=1)] == ["one"]


def test_assertions_without_any_test_around_them_are_tests_too() -> None:
    answer = "```js\nimport { add } from './add';\nconst two = 2;\nassert(add(1, two) === 3);\n```"
    (check,) = JS.read_checks(answer, ADD, sample=1)
    assert check.body == "const two = 2;\nassert(add(1, two) === 3);"


def test_a_test_that_waits_for_a_call_back_is_left_out() -> None:
    answer = "```js\ntest('x', (done) => { assert.equal(add(1, 1), 2); done(); });\n```"
    assert JS.read_checks(answer, ADD, sample=1) == []


@pytest.mark.parametrize(
    ("given_", "expected", "body"),
    [
        ("add(1, 2)", "3", "assert.deepEqual(add(1, 2), 3);"),
        ("add('a', 'b');", "'ab'", "assert.deepEqual(add('a', 'b'), 'ab');"),
        ("add([1], {})", "[{ a: 1 }]", "assert.deepEqual(add([1], {}), [{ a: 1 }]);"),
        ("add(1, 0.5)", "1.5", "const answer = add(1, 0.5);\nassert.equal(typeof answer, \"number\");\nassert.ok(Math.abs(answer - 1.5) <= 1e-9 * Math.max(1, Math.abs(answer)), `expected 1.5, got ${answer}`);"),
        ("add(1, 2)", "None", "assert.deepEqual(add(1, 2), null);"),
        ("add(null, 1)", "throws TypeError", "assert.throws(() => add(null, 1), { name: \"TypeError\" });"),
        ("add(null, 1)", "throws an error", "assert.throws(() => add(null, 1), (error) => error?.message !== \"not implemented\");"),
        ("add(1, 2)", "about three", None),
        ("add(1, 2)", "process.exit(0)", None),
        ("other(1)", "3", None),
        ("add(1", "3", None),
        ("add", "3", None),
    ],
)  # fmt: skip
def test_an_example_of_the_goal_says_exactly_what_the_goal_shows(
    given_: str, expected: str, body: str | None
) -> None:
    example = Example(kind="call", given=given_, expected=expected, quoted="q")
    check = JS.example(example, ADD, 1)
    assert (check and check.body) == body


async def test_commands_and_properties_run_and_fail_on_the_stub(tmp_path: Path) -> None:
    needs_node(tmp_path)
    part = part_of(
        "words.mjs", "function encode(text)", "function decode(text)", "function sortNumbers(numbers)",
        "function slugify(text)", "function reverse(text)", is_main=True,
    )  # fmt: skip
    plan = blueprint_of(part, profile="cli_tool")
    shown = Example(
        kind="command", given='say "a b" --up', expected="A B\n'x'", quoted="", stdin="'x'"
    )
    example = JS.example(shown, part, 1)
    assert example is not None
    checks = [*JS.properties(part), *JS.smoke(plan), example]
    assert [check.says for check in checks[:4]] == [
        "decode undoes encode",
        "sortNumbers twice is sortNumbers once",
        "sortNumbers keeps every element",
        "slugify twice is slugify once",
    ]
    code = """\
import { readFileSync } from "node:fs";
export const encode = (text) => Buffer.from(text).toString("hex");
export const decode = (text) => Buffer.from(text, "hex").toString();
export const sortNumbers = (numbers) => numbers.sort((a, b) => a - b);
export const slugify = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
export const reverse = (text) => [...text].reverse().join("");
if (import.meta.url === `file://${process.argv[1]}`) {
  if (process.argv[2] === "--help") console.log("usage: say TEXT --up");
  else if (process.argv.length < 4) process.exitCode = 2;
  else console.log(process.argv[3].toUpperCase() + "\\n" + readFileSync(0, "utf8"));
}
"""
    report = await run(lay_out(tmp_path / "good", plan, {part.path: code}, checks))
    assert outcomes(report) == {check.name: "passed" for check in checks}, report.output
    report = await run(lay_out(tmp_path / "stub", plan, {part.path: JS.stub(part)}, checks))
    assert set(outcomes(report).values()) == {"failed"}


def test_what_is_read_from_a_file_is_what_its_stub_offers() -> None:
    found = JS.signatures(CART)
    assert [one.signature for one in found] == [
        "export class Cart { add(name, price); remove(name); get size(); async load() }",
        "export function total(items)",
    ]
    again = JS.signatures(JS.stub(CART_PART.model_copy(update={"functions": found})))
    assert [one.name for one in again] == ["Cart", "total"]
    assert "constructor()" in again[0].signature


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("export function a(x) { throw new Error('not implemented'); }", ("a",)),
        ("export function a(x) {}\nexport function b() { return 1; }", ("a",)),
        ("export const a = (x) => {\n  // TODO\n};", ("a",)),
        ("exports.a = function (x) { /* TODO */ return null; };", ("a",)),
        ("function a() { throw new Error('Not implemented yet'); }\nmodule.exports = { a };", ("a",)),
        ("export class A { constructor() {} b() { throw new Error('TODO'); } c() { return 1; } }", ("A.b",)),
        ("export function a() { throw new Error('empty basket'); }", ()),
        ("export function a() { return null; }", ()),
        ("export const noop = () => undefined;", ()),
        ("export const a = ;", ()),
    ],
)  # fmt: skip
def test_stubs_are_told_from_code(code: str, names: tuple[str, ...]) -> None:
    assert JS.stubs_in(code) == names


def test_a_file_of_the_older_kind_stays_one() -> None:
    found = JS.signatures("function add(a, b) {}\nmodule.exports = { add };")
    assert [one.signature for one in found] == ["exports.add = function add(a, b)"]
    part = Part(path="lib/add.js", purpose="", functions=found)
    assert JS.stub(part).endswith("module.exports = { add };\n")
    text = JS.read_part("```js\nmodule.exports = { add: (a, b) => a + b };\n```", part)
    assert text == "module.exports = { add: (a, b) => a + b };\n"
    with pytest.raises(ModelMistake, match="CommonJS"):
        JS.read_part("```js\nexport const add = (a, b) => a + b;\n```", part)


def test_mutants_parse_differ_are_spread_and_the_same_each_time() -> None:
    found = JS.mutants(CART, 6)
    assert found == JS.mutants(CART, 6)
    assert len(found) == 6 and len({one.text for one in found}) == 6
    assert all(one.text != CART and not syntax_error("a.mjs", one.text) for one in found)
    assert len({one.line for one in found}) >= 5
    assert JS.mutants("export const a = ;", 5) == [] == JS.mutants(CART, 0)
    assert JS.mutants('import a from "b";\nthrow new Error("x" + 1);\n', 5) == []


@pytest.mark.parametrize("name", ["todoStore", "Todo Store.mjs", "todo_store", "../../todo store"])
def test_a_name_becomes_a_path_inside_the_project(name: str) -> None:
    assert JS.part_path(name) == "src/todo-store.mjs"
    assert JS.part_path(name, main=True) == "todo-store.mjs"


def test_tests_of_parts_with_the_same_name_have_files_of_their_own() -> None:
    paths = ["src/store.mjs", "lib/store.mjs", "src/db/store.js"]
    tests = [JS.test_path(part_of(path)) for path in paths]
    assert tests == ["test/store.test.mjs", "test/lib-store.test.mjs", "test/db-store.test.mjs"]
    assert JS.test_path(part_of("store.mjs", is_main=True)) == "test/store-program.test.mjs"


def test_mutants_come_from_the_whole_length_of_a_text() -> None:
    code = "".join(f"export const f{n} = (a) => a * {n};\n" for n in range(200))
    lines = [mutant.line for mutant in JS.mutants(code, 20)]
    assert len(set(lines)) == 20 and min(lines) < 50 and max(lines) > 150


def test_what_changes_something_is_kept_before_the_claims_behind_it() -> None:
    code = (
        "test('a', () => {\n  const s = new Sum();\n  assert.doesNotThrow(() => s.put(1));\n"
        "  for (const n of [2, 3]) assert.ok(s.put(n));\n  assert.equal(s.total, 6);\n});"
    )
    *_, last = JS.read_checks(f"```js\n{code}\n```", BOTH, sample=1)
    assert last.body == (
        "const s = new Sum();\nassert.doesNotThrow(() => s.put(1));\n"
        "for (const n of [2, 3]) assert.ok(s.put(n));\nassert.equal(s.total, 6);"
    )


@pytest.mark.parametrize(
    ("claim", "exact"),
    [
        ("assert.throws(() => add());", True),
        ("assert.throws(() => add(), Error);", True),
        ("assert.throws(() => add(), 'it throws');", True),
        ("expect(() => add()).toThrow();", True),
        ("assert.throws(() => add(), TypeError);", False),
        ("assert.throws(() => add(), /number/);", False),
    ],
)
def test_a_failure_so_broad_that_a_stub_gives_it_is_made_exact(claim: str, exact: bool) -> None:
    [check] = JS.read_checks(f"```js\n{claim}\n```", ADD, sample=1)
    assert ('!== "not implemented")' in check.body) is exact


@pytest.mark.parametrize("code", ['"' * 50_000, "x = " + "'a' " * 20_000], ids=["quotes", "texts"])
def test_quotes_that_belong_to_nothing_are_soon_given_up(code: str) -> None:
    with pytest.raises(ModelMistake, match=r"parse|code"):
        JS.read_part(f"```js\n{code}\n```", ADD)
    assert JS.mutants(code, 5) == []


def test_what_a_program_needs_is_named_for_those_who_clone_it() -> None:
    plan = blueprint_of(MAIN).model_copy(
        update={"dependencies": ("left-pad@1.3.0", "@a/b", "../x")}
    )
    package = json.loads(JS.scaffold(plan)["package.json"])
    assert package["dependencies"] == {"left-pad": "1.3.0", "@a/b": "*"}
    assert JS.usage(plan).startswith("npm install")


def test_without_checks_the_test_file_holds_no_test_and_parses() -> None:
    text = JS.test_file(ADD, [])
    assert "test(" not in text and not syntax_error("a.mjs", text)


async def test_each_test_begins_in_an_empty_folder_and_commands_of_one_test_share_it(
    tmp_path: Path,
) -> None:
    needs_node(tmp_path)
    part = part_of("todo.mjs", "function add(text)", is_main=True)
    code = """\
import { appendFileSync, readFileSync } from "node:fs";
export function add(text) {
  appendFileSync("todo.txt", `${text}\\n`);
  return readFileSync("todo.txt", "utf8").split("\\n").length - 1;
}
if (process.argv[1].endsWith("todo.mjs")) console.log(`${add(process.argv[2])}  \\n`);
"""
    plan = blueprint_of(part, profile="cli_tool")
    shown = [
        Example(kind="command", given="a\nb\nc", expected="3", quoted=""),
        Example(kind="command", given="a", expected="1\n\n", quoted=""),
        Example(kind="call", given='add("x")', expected="1", quoted=""),
        Example(kind="call", given='add("x", 1)', expected="1", quoted=""),
    ]
    checks = [check for n, one in enumerate(shown) if (check := JS.example(one, part, n))]
    project = lay_out(tmp_path / "p", plan, {part.path: code}, checks)
    report = await run(project)
    assert outcomes(report) == {check.name: "passed" for check in checks}, report.output
    assert len(checks) == 4
    assert not (project / "todo.txt").exists()


PIECES = [
    "```js\n", "```\n", "export ", "function add(a, b) {", "}\n", "test('x', () => {", "});\n", "`",
    "assert.equal(add(1, 2), 3);\n", "expect(add(1)).toBe(", "module.exports = ", "{ add }", ";\n",
    "describe('", "beforeEach(", "...", "\ud83d\ude00", "\x00", "require('./x')", "import x from 'y';",
    "class A extends ", "=> ", "(((", "[", "<think>", "// ... rest\n", "export default ", "é\u2028",
]  # fmt: skip


@pytest.mark.thorough
@given(st.lists(st.sampled_from(PIECES), max_size=14), st.booleans())
def test_whatever_is_answered_nothing_but_a_mistake_of_the_model_is_raised(
    pieces: list[str], typed: bool
) -> None:
    own = language("typescript" if typed else "node")
    answer = "".join(pieces).encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    for check in own.read_checks(answer, ADD, sample=1):
        assert not syntax_error("t.mjs", own.test_file(ADD, [check]))
    own.signatures(answer)
    own.stubs_in(answer)
    own.mutants(answer, 3)
    try:
        text = own.read_part(answer, ADD)
    except ModelMistake:
        return
    assert not syntax_error(ADD.path, text)


@pytest.mark.thorough
def test_damaged_answers_give_checks_that_parse() -> None:
    chance = random.Random(3)
    for _ in range(50):
        at = chance.randrange(len(TESTS))
        damaged = TESTS[:at] + chance.choice(["", "}", "(", "`", "'", "\n"]) + TESTS[at + 1 :]
        for check in JS.read_checks(damaged, CART_PART, sample=1):
            assert not syntax_error("t.mjs", JS.test_file(CART_PART, [check])), check.body


@pytest.mark.parametrize(
    "code",
    [
        "const args = process.argv.slice(2);\nif (args.length === 0) {\n  console.log('none');\n"
        "  process.exit(2);\n}\nconsole.log(args.join('-'));",
        "const run = (words) => console.log(words.join('-'));\nrun(process.argv.slice(2));",
    ],
)
def test_a_program_that_does_its_work_at_once_gets_a_main(code: str, tmp_path: Path) -> None:
    part = part_of("app.mjs", "function main(argv)", is_main=True)
    program = tmp_path / "app.mjs"
    program.write_text(JS.read_part(f"```js\n{code}\n```", part))
    needs_node(tmp_path)
    command = ["node", str(program), "a", "b"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("a-b\n", 0), done.stderr
    quiet = ["node", "-e", f"import('{program}').then((it) => console.log(typeof it.main))"]
    done = subprocess.run(quiet, capture_output=True, text=True, check=False)
    assert done.stdout == "function\n", done.stderr


@pytest.mark.parametrize(
    "code",
    [
        "export function main(argv) {\n  console.log(argv.join('-'));\n}",
        "const main = async (argv) => {\n  console.log(argv.join('-'));\n  return 0;\n};",
    ],
)
def test_a_main_that_nothing_starts_is_started(code: str, tmp_path: Path) -> None:
    part = part_of("app.mjs", "function main(argv)", is_main=True)
    assert started(tmp_path, JS.read_part(f"```js\n{code}\n```", part)) == ("a-b\n", 0)


_MAIN = "function main(argv) {\n  console.log(argv.join('-'));\n  return 0;\n}\n"
_WORDS = "process.argv.slice(2)"


@pytest.mark.parametrize(
    "code",
    [
        f"{_MAIN}const code = main({_WORDS});\nprocess.exitCode = code;",
        f"{_MAIN}[{_WORDS}].forEach(main);",
        f"{_MAIN}Promise.resolve({_WORDS}).then(main);",
        f"{_MAIN}if (process.env.NO_SUCH) console.log('x');\nexport {{ main }};",
        f"{_MAIN}export default main;",
    ],
)
def test_a_main_is_started_once(code: str, tmp_path: Path) -> None:
    part = part_of("app.mjs", "function main(argv)", is_main=True)
    assert started(tmp_path, JS.read_part(f"```js\n{code}\n```", part)) == ("a-b\n", 0)


@pytest.mark.parametrize("name", ["app.mjs", "app.cjs"])
def test_in_the_stub_of_a_program_only_its_main_is_to_be_written(name: str, tmp_path: Path) -> None:
    stub = JS.stub(part_of(name, "function main(argv)", is_main=True))
    assert started(tmp_path, stub, name)[1] == 1
    written = stub.replace('throw new Error("not implemented")', 'console.log(argv.join("-"))')
    assert started(tmp_path, written, name) == ("a-b\n", 0)
    later = written.replace("function main", "async function main")
    assert started(tmp_path, later, name) == ("a-b\n", 0)


def started(folder: Path, code: str, name: str = "app.mjs") -> tuple[str, int]:
    """Return what a program prints when it is given two words, and its status."""
    needs_node(folder)
    (folder / name).write_text(code)
    command = ["node", str(folder / name), "a", "b"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout, done.returncode


STORE = """\
import { readFileSync } from "node:fs";
import "./setup.mjs";

export function load(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
"""


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("main.mjs", "", 'import { load } from "./src/store.mjs";\n'),
        ("src/main.mjs", "", 'import { load } from "./store.mjs";\n'),
        ("main.mjs", "#!/usr/bin/env node\n", 'import { load } from "./src/store.mjs";\n'),
        ("main.cjs", "", ""),
    ],
)
def test_what_another_part_offers_and_nobody_imported_is_imported(
    path: str, before: str, after: str
) -> None:
    text = "export function main(argv) {\n  load(argv[0], other);\n}\n"
    found = JS.completed(before + text, path, {"src/store.mjs": STORE})
    assert found == before + after + text


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("export function f(path) {\n  write(path, items);\n}\n", {"write", "items"}),
        ("total = 1;\n", {"total"}),
        ("const a = { b };\n", {"b"}),
        ("export { gone };\n", {"gone"}),
        # bound in one way or another
        ('import { promises as fs } from "node:fs";\nfs.readFile("x");\n', set()),
        ('export { load as read } from "./store.mjs";\nexport * as all from "./x.mjs";\n', set()),
        ("const a = 1;\nexport { a as b };\n", set()),
        ("export const f = ({ a, b: c = 1 }, [d], ...e) => a + c + d + e.length;\n", set()),
        ("class A { x = 1; get y() { return this.x; } }\nnew A();\n", set()),
        ("outer: for (const i of []) { for (let j in i) continue outer; }\n", set()),
        ("try { f(); } catch { } function f() { return arguments; }\n", set()),
        # what cannot be told, or is asked for
        ("if (typeof window !== 'undefined') console.log(1);\n", set()),
        ("document.body.append(missing);\n", set()),
        ("const fs = require('fs'); module.exports = { fs, __dirname };\n", set()),
        ("function (", set()),
    ],
)
def test_names_that_nothing_declares_are_seen_before_anything_runs(
    code: str, found: set[str]
) -> None:
    assert set(JS.unbound(code, "a.mjs")) == found
