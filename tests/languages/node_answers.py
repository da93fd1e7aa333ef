"""What models answer when they are asked for a file of JavaScript, and what becomes of it."""
# ruff: noqa: E501 (programs in strings)

from __future__ import annotations

from dataclasses import dataclass

from node_projects import part_of

from verdigris.core.building import Part

ADD = part_of("src/add.mjs", "function add(a, b)")
MAIN = part_of("add.mjs", "function add(a, b)", is_main=True)
BOTH = part_of("src/add.mjs", "function add(a, b)", "class Sum")
FIVE = "assert.equal(add(2, 3), 5);"


@dataclass(frozen=True)
class Answer:
    what: str
    text: str
    part: Part = ADD
    refused: str = ""
    """What the model is told; nothing where the answer is usable."""
    check: str = FIVE
    """What holds of the file it becomes."""


def fenced(code: str, language: str = "js") -> str:
    return f"Here you are:\n\n```{language}\n{code}\n```\n\nThis adds two numbers.\n"


ANSWERS = [
    Answer("as asked", fenced("export function add(a, b) {\n  return a + b;\n}")),
    Answer("no fence at all", "export const add = (a, b) => a + b;\n"),
    Answer("export left out", fenced("function add(a, b) { return a + b; }")),
    Answer("arrow without export", fenced("const add = (a, b) => a + b;")),
    Answer("export at the end", fenced("function add(a, b) { return a + b; }\nexport { add };")),
    Answer("default by name", fenced("export default function add(a, b) { return a + b; }")),
    Answer("default without a name", fenced("export default (a, b) => a + b;")),
    Answer("default behind", fenced("const add = (a, b) => a + b;\nexport default add;")),
    Answer("module.exports of a list", fenced(
        "function add(a, b) { return a + b; }\nmodule.exports = { add };"
    )),
    Answer("module.exports of one", fenced(
        "function add(a, b) { return a + b; }\nmodule.exports = add;"
    )),
    Answer("module.exports without a name", fenced("module.exports = function (a, b) { return a + b; };")),
    Answer("module.exports with code in it", fenced(
        "const minus = (a) => -a;\nmodule.exports = {\n  add(a, b) { return a - minus(b); },\n"
        "  minus,\n  zero: 0,\n};"
    )),
    Answer("exports.name", fenced(
        "exports.zero = 0;\nexports.add = (a, b) => exports.zero + a + b;"
    )),
    Answer("require", fenced(
        "'use strict';\nconst path = require('path');\nconst { join, sep: slash } = require('node:path');\n"
        "const posix = require('path').posix;\nfunction add(a, b) {\n"
        "  const { EOL } = require('os');\n  if (!path || !join || !slash || !posix || !EOL) throw 1;\n"
        "  return a + b;\n}\nmodule.exports = { add };"
    )),
    Answer("where it lies", fenced(
        "const path = require('path');\nexports.here = path.join(__dirname, 'x');\n"
        "exports.add = (a, b) => (__filename ? a + b : 0);"
    )),
    Answer("shows how it is used", fenced(
        "function add(a, b) { return a + b; }\n\n// Example usage:\nconsole.log(add(1, 2));"
    )),
    Answer("started only when started", fenced(
        "function add(a, b) { return a + b; }\nmodule.exports = { add };\n"
        "if (require.main === module) {\n  console.log(add(1, 2));\n}"
    ), check=f"{FIVE}\nassert.equal(program().stdout, \"3\\n\");", part=MAIN),
    Answer("starts itself", fenced(
        "export function add(a, b) { return a + b; }\nfunction main(words) {\n"
        "  console.log(add(...words.map(Number)));\n}\nmain(process.argv.slice(2));"
    ), check=f"{FIVE}\nassert.equal(program(1, 2).stdout, \"3\\n\");", part=MAIN),
    Answer("starts itself and waits", fenced(
        "#!/usr/bin/env node\nimport { argv } from 'node:process';\n"
        "export const add = (a, b) => a + b;\nasync function main() { console.log(add(1, 2)); }\n"
        "main().catch((error) => {\n  console.error(error);\n  process.exit(1);\n});"
    ), check=f"{FIVE}\nassert.equal(program().stdout, \"3\\n\");", part=MAIN),
    Answer("a class and a function in two blocks", (
        fenced("export function add(a, b) { return a + b; }")
        + fenced("export class Sum { of(a, b) { return add(a, b); } }")
    ), part=BOTH, check="assert.equal(new Sum().of(2, 3), 5);"),
    Answer("the tests as well", (
        fenced("export const add = (a, b) => a + b;", "javascript")
        + fenced("import test from 'node:test';\nimport { add } from './add.mjs';\n"
                 "test('x', () => { add(1, 2); });")
    )),
    Answer("thoughts before", f"<think>\n```js\nexport const add = 1;\n```\n</think>\n{fenced('export const add = (a, b) => a + b;')}"),
    Answer("windows line ends", fenced("export function add(a, b) {\r\n  return a + b;\r\n}\r\n")),
    Answer("wrong language named", fenced("export const add = (a, b) => a + b;", "typescript")),
    Answer("async", fenced("export async function add(a, b) { return a + b; }"),
           check="assert.equal(await add(2, 3), 5);"),
    Answer("the file's name above", "**src/add.mjs**\n```\nexport const add = (a, b) => a + b;\n```\n"),
    Answer("helpers that are made at once", fenced(
        "const cache = new Map();\nconst table = Object.freeze([1, 2]);\n"
        "const known = table.map((one) => one + 1);\nexport const add = (a, b) => a + b + cache.size;"
    )),
    Answer("a table that is filled at once", fenced(
        "const base = [0, 1].map((one) => one * 2);\nconst table = new Map();\n"
        "for (let i = 0; i < 3; i++) {\n  table.set(i, base.map((one) => one + i));\n}\n"
        "const shown = add(1, 1);\nconsole.log(shown);\n"
        "export function add(a, b) { return a + b + table.get(0)[0]; }"
    )),
    # Refused
    Answer("calls itself", fenced(
        "export function add(a, b) { return a + b; }\nadd(1, 2);"
    ), refused="runs when"),
    Answer("nothing", "", refused="no code"),
    Answer("words", "I am sorry, I cannot do that.", refused="no code"),
    Answer("another language", fenced("def add(a, b):\n    return a + b", "python"), refused="no code"),
    Answer("cut off", "```js\nexport function add(a, b) {\n  if (a) {", refused="does not parse"),
    Answer("a diff", "```diff\n--- a/src/add.mjs\n+++ b/src/add.mjs\n@@ -1 +1 @@\n-x\n+y\n```", refused="whole file"),
    Answer("another name", fenced("export function plus(a, b) { return a + b; }"), refused="`add`"),
    Answer("code left out", fenced("export function add(a, b) {\n  // ... rest of the code\n}"), refused="leaves code out"),
    Answer("a server that starts at once", fenced(
        "import http from 'node:http';\nexport function add(a, b) { return a + b; }\n"
        "const server = http.createServer(() => {});\nserver.listen(3000);"
    ), refused="runs when"),
    Answer("a server in a declaration", fenced(
        "const http = require('http');\nexports.add = (a, b) => a + b;\n"
        "const server = http.createServer(() => {}).listen(3000);"
    ), refused="runs when", part=MAIN),
    Answer("called on the spot", fenced(
        "export function add(a, b) { return a + b; }\n(async () => { await add(1, 2); })();"
    ), refused="runs when"),
    Answer("waits at the top", fenced(
        "const data = await fetch('http://example.org');\nexport const add = (a, b) => a + b;"
    ), refused="runs when"),
    Answer("a loop", fenced(
        "export const add = (a, b) => a + b;\nfor (;;) { add(1, 2); }"
    ), refused="runs when"),
    Answer("requires a neighbour inside", fenced(
        "export function add(a, b) { return require('./plus')(a, b); }"
    ), refused="import"),
    Answer("modules in an older file", fenced("export const add = (a, b) => a + b;"),
           part=part_of("lib/add.cjs", "function add(a, b)"), refused="CommonJS"),
]  # fmt: skip
