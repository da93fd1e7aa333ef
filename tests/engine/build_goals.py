"""Goals of different kinds, with what a scripted model says about each.

Data only: `test_build_goals.py` builds them through the command line and tries the result.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Goal:
    name: str
    goal: str
    language: str
    profile: str
    files: dict[str, str]
    """The code of each part, as the model writes it."""
    tests: dict[str, str]
    """The tests of each part, one claim a line."""
    plan: str = ""
    proof: tuple[str, ...] = ()
    """A command, run in the finished folder, that shows what the goal asks for."""
    prints: str = ""
    stdin: str = ""
    given: dict[str, str] = field(default_factory=dict)
    """Files that are put into the folder before the proof."""

    def script(self) -> dict[str, object]:
        fence = "python" if self.language == "python" else "js"
        when: dict[str, str] = {"Plan this program": self.plan or "no plan"}
        for path, lines in self.tests.items():
            when[f"Somebody else writes `{path}`"] = fenced(lines, fence)
        for path, text in self.files.items():
            for words in ("Here is", "Write the file"):
                when[f"{words} `{path}`"] = fenced(text, fence)
        return {"when": when}


def fenced(text: str, fence: str = "python") -> str:
    return f"```{fence}\n{textwrap.dedent(text).strip()}\n```"


def plan(text: str) -> str:
    return textwrap.dedent(text).strip() + "\nEND\n"


GOALS = (
    Goal(
        name="palindrome",
        goal=(
            "Write a function `is_palindrome(text)` in palindrome.py that ignores case and "
            "punctuation. Example: is_palindrome('A man, a plan, a canal: Panama') == True"
        ),
        language="python",
        profile="library",
        files={
            "palindrome.py": """
                def is_palindrome(text):
                    kept = [letter.lower() for letter in text if letter.isalnum()]
                    return kept == kept[::-1]
            """
        },
        tests={
            "palindrome.py": """
                assert is_palindrome('abc') == False
                assert is_palindrome('Anna') == True
                assert is_palindrome('abba') == False
            """
        },
        proof=(
            "python",
            "-c",
            "from palindrome import *; print(is_palindrome('No lemon, no melon'))",
        ),
        prints="True",
    ),
    Goal(
        name="todo",
        goal="Create a CLI tool with the commands add and list for TODO items stored in JSON",
        language="python",
        profile="cli_tool",
        plan=plan("""
            SUMMARY: Keeps todo items in a JSON file.
            FILE: store.py - keeps items
            FUNCTION: load(path) - reads the items; an empty list when there is no file
            FUNCTION: save(path, items) - writes the items
            FUNCTION: add(items, title) - returns a new list with the item added
            FILE: todo.py - the command line
            NEEDS: store.py
            FUNCTION: main(argv) - runs one command and returns the exit status
            MUST: load returns an empty list when the file does not exist
            ASSUME: items have a title
        """),
        files={
            "store.py": """
                import json
                from pathlib import Path


                def load(path):
                    return json.loads(Path(path).read_text()) if Path(path).exists() else []


                def save(path, items):
                    Path(path).write_text(json.dumps(items))


                def add(items, title):
                    return [*items, {"title": title, "done": False}]
            """,
            "todo.py": """
                import argparse
                import sys

                from store import add, load, save


                def main(argv=None):
                    parser = argparse.ArgumentParser(prog="todo")
                    parser.add_argument("command", choices=["add", "list"])
                    parser.add_argument("title", nargs="?", default="")
                    args = parser.parse_args(argv)
                    items = load("todo.json")
                    if args.command == "add":
                        save("todo.json", add(items, args.title))
                    else:
                        for item in items:
                            print(item["title"])
                    return 0


                if __name__ == "__main__":
                    sys.exit(main())
            """,
        },
        tests={
            "store.py": """
                assert load('missing.json') == []
                assert add([], 'a') == [{'title': 'a', 'done': False}]
            """,
            "todo.py": """
                assert main(['add', 'milk']) == 0
                assert main(['list']) == 0
            """,
        },
        proof=("sh", "-c", "python todo.py add milk && python todo.py list"),
        prints="milk",
    ),
    Goal(
        name="slug",
        goal="A Node.js function slugify(text) in slug.mjs. slugify('A b!') returns 'a-b'",
        language="node",
        profile="library",
        files={
            "slug.mjs": r"""
                export function slugify(text) {
                  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
                }
            """
        },
        tests={
            "slug.mjs": """
                assert.deepStrictEqual(slugify('Hello World'), 'hello-world');
                assert.deepStrictEqual(slugify(''), '');
            """
        },
        proof=(
            "node",
            "--input-type=module",
            "-e",
            "import { slugify } from './slug.mjs'; console.log(slugify('Ten  Goals'))",
        ),
        prints="ten-goals",
    ),
    Goal(
        name="sales",
        goal="A data pipeline in Python that reads a CSV of sales and sums the amount per region",
        language="python",
        profile="data_pipeline",
        plan=plan("""
            SUMMARY: Sums sales per region.
            FILE: pipeline.py - the pipeline
            FUNCTION: totals(rows) - sums the amount of each region
            FUNCTION: main(argv) - reads a CSV file and prints the sums as JSON
            MUST: totals of no rows is an empty dictionary
        """),
        files={
            "pipeline.py": """
                import csv
                import json
                import sys


                def totals(rows):
                    sums = {}
                    for row in rows:
                        sums[row["region"]] = sums.get(row["region"], 0) + float(row["amount"])
                    return sums


                def main(argv=None):
                    words = sys.argv[1:] if argv is None else argv
                    if not words or words[0] == "--help":
                        print("usage: pipeline.py FILE")
                        return 0
                    with open(words[0], newline="") as file:
                        print(json.dumps(totals(csv.DictReader(file))))
                    return 0


                if __name__ == "__main__":
                    sys.exit(main())
            """
        },
        tests={
            "pipeline.py": """
                assert totals([]) == {}
                assert totals([{'region': 'n', 'amount': '2'}]) == {'n': 2.0}
            """
        },
        proof=("python", "pipeline.py", "sales.csv"),
        given={"sales.csv": "region,amount\nnorth,1.5\nsouth,2\nnorth,1\n"},
        prints='{"north": 2.5, "south": 2.0}',
    ),
    Goal(
        name="health",
        goal='A REST API server in Python: GET /health answers {"status": "ok"}',
        language="python",
        profile="web_app",
        plan=plan("""
            SUMMARY: Answers whether it is well.
            FILE: app.py - answers requests
            FUNCTION: handle(method, path, body) - returns a status and what to send
            FILE: main.py - the server
            NEEDS: app.py
            FUNCTION: main(argv) - serves it
            MUST: GET /health answers 200
        """),
        files={
            "app.py": """
                def handle(method, path, body=None):
                    if (method, path) == ("GET", "/health"):
                        return 200, {"status": "ok"}
                    return 404, {"error": "not found"}
            """,
            "main.py": """
                import argparse
                import json
                import sys
                from http.server import BaseHTTPRequestHandler, HTTPServer

                from app import handle


                class Handler(BaseHTTPRequestHandler):
                    def do_GET(self):
                        status, data = handle("GET", self.path, None)
                        sent = json.dumps(data).encode()
                        self.send_response(status)
                        self.send_header("Content-Type", "application/json")
                        self.end_headers()
                        self.wfile.write(sent)

                    def log_message(self, *args):
                        pass


                def main(argv=None):
                    parser = argparse.ArgumentParser()
                    parser.add_argument("--port", type=int, default=8000)
                    args = parser.parse_args(argv)
                    HTTPServer(("127.0.0.1", args.port), Handler).serve_forever()
                    return 0


                if __name__ == "__main__":
                    sys.exit(main())
            """,
        },
        tests={
            "app.py": """
                assert handle('GET', '/health', None) == (200, {'status': 'ok'})
                assert handle('GET', '/nothing', None)[0] == 404
            """,
            "main.py": "",
        },
        proof=("python", "main.py", "--help"),
        prints="--port",
    ),
    Goal(
        name="words",
        goal="A script words.py in Python that counts the words read from standard input",
        language="python",
        profile="script",
        plan=plan("""
            SUMMARY: Counts words.
            FILE: words.py - counts the words of standard input
            FUNCTION: count_words(text) - returns how many words a text has
            FUNCTION: main(argv) - prints the number of words on standard input
            MUST: the empty text has no words
        """),
        files={
            "words.py": """
                import sys


                def count_words(text):
                    return len(text.split())


                def main(argv=None):
                    if "--help" in (sys.argv[1:] if argv is None else argv):
                        print("usage: words.py < FILE")
                        return 0
                    print(count_words(sys.stdin.read()))
                    return 0


                if __name__ == "__main__":
                    sys.exit(main())
            """
        },
        tests={
            "words.py": """
                assert program(stdin='').stdout.strip() == '0'
                assert program(stdin='a b  c').stdout.strip() == '3'
            """
        },
        proof=("python", "words.py"),
        stdin="one two three\n",
        prints="3",
    ),
    Goal(
        name="temperature",
        goal="A command line tool for Node.js that converts Celsius to Fahrenheit",
        language="node",
        profile="cli_tool",
        plan=plan("""
            SUMMARY: Converts temperatures.
            FILE: convert.mjs - the arithmetic
            FUNCTION: toFahrenheit(celsius) - returns degrees Fahrenheit
            FILE: main.mjs - the command line
            NEEDS: convert.mjs
            FUNCTION: main(argv) - prints the temperature and returns the exit status
            MUST: 0 degrees Celsius are 32 degrees Fahrenheit
        """),
        files={
            "src/convert.mjs": """
                export function toFahrenheit(celsius) {
                  return (celsius * 9) / 5 + 32;
                }
            """,
            "main.mjs": """
                import { pathToFileURL } from 'node:url';
                import { toFahrenheit } from './src/convert.mjs';

                export function main(argv) {
                  if (argv.length === 0 || argv[0] === '--help') {
                    console.log('usage: main.mjs CELSIUS');
                    return 0;
                  }
                  const celsius = Number(argv[0]);
                  if (Number.isNaN(celsius)) {
                    console.error('not a number');
                    return 1;
                  }
                  console.log(String(toFahrenheit(celsius)));
                  return 0;
                }

                if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
                  process.exitCode = main(process.argv.slice(2));
                }
            """,
        },
        tests={
            "src/convert.mjs": """
                assert.deepStrictEqual(toFahrenheit(0), 32);
                assert.deepStrictEqual(toFahrenheit(100), 212);
            """,
            "main.mjs": """
                assert.deepStrictEqual(main(['0']), 0);
                assert.deepStrictEqual(main(['warm']), 1);
            """,
        },
        proof=("node", "main.mjs", "100"),
        prints="212",
    ),
    Goal(
        name="notes",
        goal="A REST API in Node.js for notes: GET /notes answers a list, which is empty at first",
        language="node",
        profile="web_app",
        plan=plan("""
            SUMMARY: Keeps notes.
            FILE: app.mjs - answers requests
            FUNCTION: handle(method, path, body) - returns a status and what to send
            FILE: main.mjs - the server
            NEEDS: app.mjs
            FUNCTION: main(argv) - serves it
            MUST: GET /notes answers 200
        """),
        files={
            "src/app.mjs": """
                const notes = [];

                export function handle(method, path, body) {
                  if (method === 'GET' && path === '/notes') return [200, notes];
                  return [404, { error: 'not found' }];
                }
            """,
            "main.mjs": """
                import { createServer } from 'node:http';
                import { pathToFileURL } from 'node:url';
                import { handle } from './src/app.mjs';

                export function main(argv) {
                  if (argv.includes('--help')) {
                    console.log('usage: main.mjs [--port NUMBER]');
                    return 0;
                  }
                  const at = argv.indexOf('--port');
                  const port = at >= 0 ? Number(argv[at + 1]) : 8000;
                  const server = createServer((request, response) => {
                    const [status, data] = handle(request.method, request.url, null);
                    response.writeHead(status, { 'Content-Type': 'application/json' });
                    response.end(JSON.stringify(data));
                  });
                  server.listen(port, '127.0.0.1');
                  return server;
                }

                if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
                  main(process.argv.slice(2));
                }
            """,
        },
        tests={
            "src/app.mjs": """
                assert.deepStrictEqual(handle('GET', '/notes', null), [200, []]);
                assert.deepStrictEqual(handle('GET', '/nothing', null)[0], 404);
            """,
            "main.mjs": "",
        },
        proof=("node", "main.mjs", "--help"),
        prints="--port",
    ),
    Goal(
        name="readings",
        goal="A data pipeline in JavaScript that reads JSONL readings and prints their mean",
        language="node",
        profile="data_pipeline",
        plan=plan("""
            SUMMARY: The mean of readings.
            FILE: pipeline.mjs - the pipeline
            FUNCTION: mean(values) - returns the mean of numbers, 0 for none
            FUNCTION: main(argv) - reads a file and prints the mean
            MUST: the mean of no values is 0
        """),
        files={
            "src/pipeline.mjs": """
                import { readFileSync } from 'node:fs';
                import { pathToFileURL } from 'node:url';

                export function mean(values) {
                  return values.length ? values.reduce((a, b) => a + b, 0) / values.length : 0;
                }

                export function main(argv) {
                  if (argv.length === 0 || argv[0] === '--help') {
                    console.log('usage: pipeline.mjs FILE');
                    return 0;
                  }
                  const lines = readFileSync(argv[0], 'utf8').split('\\n').filter(Boolean);
                  console.log(String(mean(lines.map((line) => JSON.parse(line).value))));
                  return 0;
                }

                if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
                  process.exitCode = main(process.argv.slice(2));
                }
            """
        },
        tests={
            "src/pipeline.mjs": """
                assert.deepStrictEqual(mean([]), 0);
                assert.deepStrictEqual(mean([2, 4]), 3);
            """
        },
        proof=("node", "src/pipeline.mjs", "readings.jsonl"),
        given={"readings.jsonl": '{"value": 2}\n{"value": 5}\n'},
        prints="3.5",
    ),
    Goal(
        name="numbered",
        goal="A script in JavaScript that numbers the lines read from standard input",
        language="node",
        profile="script",
        plan=plan("""
            SUMMARY: Numbers lines.
            FILE: numbered.mjs - numbers the lines of standard input
            FUNCTION: numbered(lines) - returns the lines, each with its number before it
            FUNCTION: main(argv) - numbers the lines of standard input
            MUST: no lines stay no lines
        """),
        files={
            "src/numbered.mjs": """
                import { readFileSync } from 'node:fs';
                import { pathToFileURL } from 'node:url';

                export function numbered(lines) {
                  return lines.map((line, index) => `${index + 1} ${line}`);
                }

                export function main(argv) {
                  if (argv.includes('--help')) {
                    console.log('usage: numbered.mjs < FILE');
                    return 0;
                  }
                  const lines = readFileSync(0, 'utf8').split('\\n').filter(Boolean);
                  for (const line of numbered(lines)) console.log(line);
                  return 0;
                }

                if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
                  process.exitCode = main(process.argv.slice(2));
                }
            """
        },
        tests={
            "src/numbered.mjs": """
                assert.deepStrictEqual(numbered([]), []);
                assert.deepStrictEqual(numbered(['a', 'b']), ['1 a', '2 b']);
            """
        },
        proof=("node", "src/numbered.mjs"),
        stdin="one\ntwo\n",
        prints="2 two",
    ),
    Goal(
        name="clamp",
        goal=(
            "A TypeScript function clamp(value: number, low: number, high: number): number in "
            "clamp.ts. clamp(5, 0, 3) returns 3"
        ),
        language="typescript",
        profile="library",
        files={
            "clamp.ts": """
                export function clamp(value: number, low: number, high: number): number {
                  return Math.min(Math.max(value, low), high);
                }
            """
        },
        tests={
            "clamp.ts": """
                assert.deepStrictEqual(clamp(-1, 0, 3), 0);
                assert.deepStrictEqual(clamp(2, 0, 3), 2);
            """
        },
    ),
)
