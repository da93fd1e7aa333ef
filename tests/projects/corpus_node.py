"""Projects whose tests node:test, Jest or Vitest runs."""
# ruff: noqa: E501 (programs in strings)

from __future__ import annotations

import json

from corpus_project import Project


def package(test: str = "", **more: object) -> str:
    scripts = {"scripts": {"test": test}} if test else {}
    return json.dumps({"name": "demo", "version": "1.0.0", **scripts, **more})


FACT = """\
exports.fact = n => n <= 1 ? 1 : n + exports.fact(n - 1);
exports.boom = () => {
  throw new TypeError('bad n');
};
"""
USE = """\
const { describe, it, test, before } = require('node:test');
const assert = require('node:assert');
const { fact, boom } = require('../fact.js');
"""

NODE = [
    Project(
        "suites and tests in tests",
        {
            "package.json": package("node --test"),
            "fact.js": FACT,
            "test/fact.test.js": (
                f"{USE}describe('factorial', () => {{\n"
                "  it('of 1', () => assert.strictEqual(fact(1), 1));\n"
                "  it('of 5', () => assert.strictEqual(fact(5), 120));\n"
                "  it('later', { skip: 'not yet' }, () => {});\n"
                "  it('known', { todo: true }, () => assert.ok(false));\n});\n"
                "test('outer', async t => {\n  await t.test('inner', () => boom());\n});\n"
                "test('deep', () => assert.deepStrictEqual({ a: [1] }, { a: [2] }));\n"
            ),
        },
        {
            "test/fact.test.js::factorial::of 1": "passed",
            "test/fact.test.js::factorial::of 5": (
                "failed: expected 120, got 15, at test/fact.test.js:6"
            ),
            "test/fact.test.js::factorial::later": "skipped",
            "test/fact.test.js::factorial::known": "xfailed",
            "test/fact.test.js::outer::inner": "failed: TypeError: bad n, at fact.js:3",
            "test/fact.test.js::outer": "failed: 1 subtest failed, at test/fact.test.js:10",
            "test/fact.test.js::deep": (
                "failed: expected { a: [ 2 ] }, got { a: [ 1 ] }, at test/fact.test.js:13"
            ),
        },
        runs="node --test",
        needs="node",
    ),
    Project(
        "modules, and a reporter of the project's own",
        {
            "package.json": package("node --test --test-reporter=tap test/", type="module"),
            "lib.js": "export const n = 6;\n",
            "test/n.js": (
                "import test from 'node:test';\nimport assert from 'node:assert';\n"
                "import { n } from '../lib.js';\n\ntest('n', () => assert.equal(n, 5));\n"
            ),
        },
        {"test/n.js::n": "failed: expected 5, got 6, at test/n.js:5"},
        runs="node --test --test-reporter=tap test/",
        needs="node",
    ),
    Project(
        "files that cannot be loaded",
        {
            "package.json": package("node --test"),
            "test/good.js": "const test = require('node:test');\ntest('good', () => {});\n",
            "test/import.js": "require('./nowhere.js');\n",
            "test/plain.js": "require('node:assert').equal(1, 1);\n",
            "test/syntax.js": "const x = ;\n",
        },
        {
            "test/good.js::good": "passed",
            "test/import.js": "error: Error: Cannot find module './nowhere.js', at test/import.js:1",
            "test/plain.js": "passed",
            "test/syntax.js": "error: SyntaxError: Unexpected token ';', at test/syntax.js:1",
        },
        runs="node --test",
        needs="node",
    ),
    Project(
        "a hook that breaks, and a suite that does",
        {
            "package.json": package("node --test"),
            "test/a.js": (
                "const { before, describe, it } = require('node:test');\n"
                "describe('outer', () => {\n  before(() => {\n    throw new Error('no disk');\n  });\n"
                "  it('one', () => {});\n  it('two', () => {});\n});\n"
            ),
            "test/b.js": (
                "const { describe } = require('node:test');\n"
                "describe('outer', () => {\n  throw new Error('in the suite');\n});\n"
            ),
        },
        {
            "test/a.js::outer::one": "error: Error: no disk, at test/a.js:4",
            "test/a.js::outer::two": "error: Error: no disk, at test/a.js:4",
            "test/b.js": "error: Error: in the suite, at test/b.js:3",
        },
        runs="node --test",
        needs="node",
    ),
    Project(
        "processes that die and tests that hang",
        {
            "test/dies.test.js": (
                "const test = require('node:test');\n"
                "test('dies', () => process.kill(process.pid, 'SIGSEGV'));\n"
            ),
            "test/good.test.js": "const test = require('node:test');\ntest('good', () => {});\n",
            "test/hangs.test.js": (
                "const test = require('node:test');\ntest('first', () => {});\n"
                "test('spins', async () => {\n  await new Promise(r => setTimeout(r, 20));\n"
                "  for (;;);\n});\n"
            ),
        },
        {
            "test/dies.test.js": "failed: the test process was killed by SIGSEGV",
            "test/good.test.js::good": "passed",
            "test/hangs.test.js::first": "passed",
            "test/hangs.test.js::spins": (
                "failed: the test did not finish within 2 s, at test/hangs.test.js:3"
            ),
        },
        runs="node --test",
        needs="node",
        test_seconds=2,
    ),
    Project(
        "only one of the tests of node",
        {
            "package.json": package("node --test"),
            "test/a.js": (
                "const { describe, it } = require('node:test');\nconst assert = require('assert');\n"
                "describe('a (b)', () => {\n  it('x + y', () => assert.equal(1, 2));\n"
                "  it('x', () => {});\n});\n"
            ),
            "test/b.js": "require('node:test')('b', () => {});\n",
        },
        {"test/a.js::a (b)::x + y": "failed: expected 2, got 1, at test/a.js:4"},
        runs="node --test",
        needs="node",
        only=("test/a.js::a (b)::x + y",),
    ),
    Project(
        "steps before and after the tests",
        {
            "package.json": json.dumps(
                {
                    "scripts": {
                        "pretest": "node build.js",
                        "test": "node --test",
                        "posttest": "echo not linked; exit 3",
                    }
                }
            ),
            "build.js": "require('fs').writeFileSync('built.js', 'exports.n = 1;');\n",
            "test/a.js": (
                "const test = require('node:test');\n"
                "test('built', () => require('assert').equal(require('../built.js').n, 1));\n"
            ),
        },
        {"test/a.js::built": "passed", "command": "failed: exit status 3: not linked"},
        runs="node build.js && node --test && echo not linked; exit 3",
        needs="node",
    ),
]

JEST = [
    Project(
        "Jest",
        {
            "package.json": package("jest"),
            "fact.js": FACT,
            "fact.test.js": (
                "const { fact, boom } = require('./fact.js');\n"
                "describe('factorial', () => {\n"
                "  it('of 1', () => expect(fact(1)).toBe(1));\n"
                "  it('of 5', () => {\n    console.log('five');\n    expect(fact(5)).toBe(120);\n  });\n"
                "  it.skip('later', () => {});\n  it.todo('known');\n"
                "  test.each([[2, 3], [3, 7]])('of %i', (n, f) => expect(fact(n)).toEqual(f));\n});\n"
                "test('boom', () => boom());\n"
                "test('not', () => expect(1).not.toBe(1));\n"
                "describe('broken', () => {\n  beforeAll(() => {\n    throw new Error('no disk');\n"
                "  });\n  test('one', () => {});\n});\n"
            ),
            "import.test.js": "require('./nowhere');\n",
            "syntax.test.js": "const x = ;\n",
        },
        {
            "fact.test.js::factorial::of 1": "passed",
            "fact.test.js::factorial::of 5": "failed: expected 120, got 15, at fact.test.js:6",
            "fact.test.js::factorial::later": "skipped",
            "fact.test.js::factorial::known": "skipped",
            "fact.test.js::factorial::of 2": "passed",
            "fact.test.js::factorial::of 3": "failed: expected 7, got 6, at fact.test.js:10",
            "fact.test.js::boom": "failed: TypeError: bad n, at fact.js:3",
            "fact.test.js::not": (
                "failed: AssertionError: expect(received).not.toBe(expected) // Object.is equality "
                "Expected: not 1, at fact.test.js:13"
            ),
            "fact.test.js::broken::one": "failed: Error: no disk, at fact.test.js:16",
            "import.test.js": (
                "error: Cannot find module './nowhere' from 'import.test.js', at import.test.js:1"
            ),
            "syntax.test.js": (
                "error: SyntaxError: syntax.test.js: Unexpected token (1:10), at syntax.test.js:1"
            ),
        },
        runs="jest",
        needs="jest",
    ),
    Project(
        "Jest with options for Node, and one test",
        {
            "package.json": package("NODE_OPTIONS=--experimental-vm-modules jest", type="module"),
            "a.test.js": (
                "test('a', () => expect(1).toBe(2));\ntest('b', () => expect(1).toBe(2));\n"
                "describe('c', () => {\n  test('a', () => expect(1).toBe(2));\n});\n"
            ),
            "b.test.js": "test('a', () => {});\n",
        },
        {"a.test.js::c::a": "failed: expected 2, got 1, at a.test.js:4"},
        runs="NODE_OPTIONS=--experimental-vm-modules jest",
        needs="jest",
        only=("a.test.js::c::a",),
    ),
]

VITEST = [
    Project(
        "Vitest and TypeScript",
        {
            "package.json": package(type="module", devDependencies={"vitest": "^3"}),
            "fact.ts": (
                "export const fact = (n: number): number => (n <= 1 ? 1 : n + fact(n - 1));\n"
                "export function boom(): never {\n  throw new TypeError('bad n');\n}\n"
            ),
            "fact.test.ts": (
                "import { beforeAll, describe, expect, it, test } from 'vitest';\n"
                "import { boom, fact } from './fact';\n"
                "describe('factorial', () => {\n"
                "  it('of 1', () => expect(fact(1)).toBe(1));\n"
                "  it('of 5', () => expect(fact(5)).toBe(120));\n"
                "  it.skip('later', () => {});\n  it.todo('known');\n"
                "  it.fails('fails', () => expect(1).toBe(2));\n});\n"
                "test('boom', () => boom());\n"
                "describe('broken', () => {\n  beforeAll(() => {\n    throw new Error('no disk');\n"
                "  });\n  test('one', () => {});\n});\n"
            ),
            "import.test.ts": "import './nowhere';\n",
            "syntax.test.ts": "const x = ;\n",
        },
        {
            "fact.test.ts::factorial::of 1": "passed",
            "fact.test.ts::factorial::of 5": "failed: expected 120, got 15, at fact.test.ts:5",
            "fact.test.ts::factorial::later": "skipped",
            "fact.test.ts::factorial::known": "skipped",
            "fact.test.ts::factorial::fails": "xfailed",
            "fact.test.ts::boom": "failed: TypeError: bad n, at fact.ts:3",
            "fact.test.ts::broken::one": "error: Error: no disk, at fact.test.ts:13",
            "import.test.ts": (
                "error: Error: Cannot find module './nowhere' imported from 'import.test.ts', "
                "at import.test.ts:1"
            ),
            "syntax.test.ts": (
                "error: Error: Transform failed with 1 error: syntax.test.ts:1:10: ERROR: "
                'Unexpected ";", at syntax.test.ts:1'
            ),
        },
        runs="vitest run",
        needs="vitest",
    ),
    Project(
        "only one of Vitest's tests",
        {
            "package.json": package("vitest", type="module"),
            "a.test.js": (
                "import { expect, test } from 'vitest';\n"
                "test('a', () => expect([1]).toEqual([2]));\ntest('b', () => expect(1).toBe(2));\n"
            ),
        },
        {"a.test.js::a": "failed: expected [ 2, ], got [ 1, ], at a.test.js:2"},
        runs="vitest",
        needs="vitest",
        only=("a.test.js::a",),
    ),
]

PROJECTS = [*NODE, *JEST, *VITEST]
