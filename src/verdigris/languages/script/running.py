"""Starting a Node program in its tests: the helpers that a scaffold brings, and the smoke tests.

`program` runs it as a user would, `server` starts it and speaks to it on loopback. A test that
mentions one of these names gets it (`files`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from verdigris.core.building import Blueprint, Check, Part, Session
from verdigris.languages.script.text import quoted

HELPERS = "testing/program.mjs"
"""Not below `test/`: whatever stands there, Node runs as a test."""
FOLDER = "testing/folder.mjs"
NAMES = {"program": "program", "server": "serve"}
"""What a test may use without declaring it, and what it is imported as."""
DECLARED = {"server": "const server = await serve(t);"}
_FOLDER = """\
// Each test begins in an empty folder of its own, and what it leaves there is removed.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "node:test";

const before = process.cwd();
let folder = before;

beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "test-"));
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});
"""
_HELPERS = """\
// Starts the program in its tests: with the same node, in the folder of the test.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL(%(program)s, import.meta.url));
const OPTIONS = process.execArgv.filter((word) => !word.startsWith("--test"));

/** Run the program with some words; `{ stdin, files }` behind them is what it shall read. */
export function program(...words) {
  const more = typeof words.at(-1) === "object" ? words.pop() : {};
  for (const [name, text] of Object.entries(more.files ?? {})) {
    const outside = isAbsolute(name) || name.split("/").includes("..");
    if (outside) throw new Error(`not in the folder of the test: ${name}`);
    mkdirSync(dirname(name), { recursive: true });
    writeFileSync(name, text);
  }
  const done = spawnSync(process.execPath, [...OPTIONS, PROGRAM, ...words.map(String)], {
    encoding: "utf8", input: more.stdin ?? "", timeout: 20_000,
  });
  if (done.signal) throw new Error(`it did not end within 20 seconds: ${done.stderr}`);
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}
"""
_SERVE = """
function freePort() {
  return new Promise((found, failed) => {
    const probe = createServer().once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });
}

/** Start the program on a free port of loopback; it is told by --port and by PORT. */
export async function serve(t) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), HOST: "127.0.0.1" };
  const words = [...OPTIONS, PROGRAM, "--port", String(port)];
  const child = spawn(process.execPath, words, { env });
  t.after(() => child.kill("SIGKILL"));
  let said = "";
  let ended = false;
  child.once("exit", () => (ended = true));
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const url = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + 20_000; Date.now() < until && !ended; ) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) {
      await answer.arrayBuffer();
      return { port, url, request: (method, path, body) => request(url, method, path, body) };
    }
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`nothing answers on ${url}: ${said.slice(-2000)}`);
}

/** Ask the server. A body that is no text is sent as JSON; `json` is the answer read as such. */
async function request(url, method, path, body) {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const headers = text === undefined ? {} : { "content-type": "application/json" };
  const answer = await fetch(url + path, { method, headers, body: text });
  const said = await answer.text();
  let json;
  try {
    json = JSON.parse(said);
  } catch {
    json = undefined;
  }
  return { status: answer.status, headers: answer.headers, text: said, json };
}
"""


def helpers(blueprint: Blueprint) -> dict[str, str]:
    """Return the files of helpers that a blueprint's tests have a use for."""
    files = {FOLDER: _FOLDER}
    main = main_part(blueprint)
    if main is None:
        return files
    text = _HELPERS % {"program": quoted(f"../{main.path}")}
    if blueprint.profile == "web_app":
        return {**files, HELPERS: text + _SERVE}
    plain = text.replace("spawn, spawnSync", "spawnSync")
    return {**files, HELPERS: plain.replace('import { createServer } from "node:net";\n', "")}


def main_part(blueprint: Blueprint) -> Part | None:
    return next((part for part in blueprint.parts if part.is_main), None)


def helped(bodies: str) -> list[str]:
    """Return the helpers that some tests mention and do not declare themselves."""
    return [
        name
        for name in NAMES
        if re.search(rf"(?<![\w$.]){name}\s*[.(]", bodies)
        and not re.search(rf"\b(?:const|let|var|function)\s+(?:{{[^}}]*)?{name}\b", bodies)
    ]


def ran(words: Sequence[str], stdin: str = "") -> str:
    """Return the statement that runs the program and leaves what came of it in `done`."""
    given = [quoted(word) for word in words]
    given += [f"{{ stdin: {quoted(stdin)} }}"] if stdin else []
    return f"const done = program({', '.join(given)});"


_NO_TRACE = "assert.doesNotMatch(done.stderr, /^ {4}at .+:\\d+:\\d+\\)?$/m);"


_SHOWN = 'done.stdout || "it prints nothing"'
_STANDS = r"""const help = program("--help");
const said = help.stdout + help.stderr;
assert.doesNotMatch(said, /^ {4}at .+:\d+:\d+\)?$/m);
assert.notEqual(said.trim(), "");
// `{add,list}` that is no choice of an option, or `add|list`.
const lists = /(?<![\w-] )\{([a-z][a-z,-]*)\}|(?<![\w|-])([a-z][a-z-]*(?:\|[a-z][a-z-]*)+)/g;
const named = [...said.matchAll(lists)].flatMap(([, ...found]) => found.join("").split(/[,|]/));
const names = [...new Set(named)].filter((name) => !/^(?:|serve|watch|run|start)$/.test(name));
const tries = [[], ["1"], ["1", "1"]].flatMap((words) => names.map((name) => [name, ...words]));
for (const words of [[], ...tries.slice(0, 24)]) {
  const done = program(...words);
  assert.doesNotMatch(done.stderr, /^ {4}at .+:\d+:\d+\)?$/m, `${words}: ${done.stderr}`);
}"""


def smoke(blueprint: Blueprint, prefix: str) -> list[Check]:
    main = main_part(blueprint)
    if main is None or blueprint.profile == "library":
        return []
    if blueprint.profile == "web_app":
        says = "it starts and answers a request on loopback"
        body = 'const { status, text } = await server.request("GET", "/");\n'
        body += "assert.ok(status < 500, text);"
    elif blueprint.profile == "script":
        says = "it runs to its end"
        body = f"{ran([])}\n{_NO_TRACE}\nassert.equal(done.status, 0, done.stderr || undefined);"
    else:
        says = "it says how it is used"
        body = (
            f"{ran(['--help'])}\n{_NO_TRACE}\n"
            "assert.equal(done.status, 0, done.stderr || undefined);\n"
            'assert.notEqual((done.stdout + done.stderr).trim(), "");'
        )
    path = main.path
    found = [Check(name=f"{prefix}_smoke_1", part=path, body=body, origin="smoke", says=says)]
    if blueprint.profile in ("cli_tool", "data_pipeline"):
        says = "no command that its help offers ends in a stack trace"
        stands = f"{prefix}_smoke_2"
        found.append(Check(name=stands, part=path, body=_STANDS, origin="smoke", says=says))
    for number, one in enumerate(blueprint.sessions, 1):
        name = f"{prefix}_usual_{number}"
        body = _session(one)
        found.append(Check(name=name, part=path, body=body, origin=one.origin, says=one.says))
    return found


def _session(one: Session) -> str:
    """Return the statements that start a program as a session does, and look at the last start."""
    lines = [
        ran_last(one.lines, ""),
        f"assert.equal(done.status, {one.status}, done.stderr || undefined);",
    ]
    shown = f"done.stdout.includes({{}}), {_SHOWN}"
    lines += [f"assert.ok({shown.format(quoted(text))});" for text in one.shows]
    lines += [f"assert.ok(!{shown.format(quoted(text))});" for text in one.hides]
    return "\n".join(lines)


def ran_last(lines: Sequence[Sequence[str]], stdin: str) -> str:
    """Return statements that run the program once for each line; `done` is of the last one."""
    first = [ran(words).removeprefix("const done = ") for words in lines[:-1]]
    return "\n".join([*first, ran(lines[-1], stdin)])
