"""What a goal says by itself: language, sort of program, name, files, functions, open questions."""

from __future__ import annotations

import pytest

from verdigris.building.goal import (
    files_in,
    functions_in,
    language_of,
    name_of,
    profile_of,
    unclear,
)  # fmt: skip
from verdigris.building.reading.places import data_files, needs_something
from verdigris.core.building import LanguageName, Profile
from verdigris.core.paths import is_protected
from verdigris.languages import language


@pytest.mark.parametrize(
    ("goal", "meant"),
    [
        ("Write a function that adds", "python"),
        ("Write a function double(n). double(2) == 4", "python"),
        ("function double(n) { return 2 * n } is too slow", "node"),
        ("double(2) === 4, please", "node"),
        ("Write it in Python 3", "python"),
        ("A Node.js tool that greets", "node"),
        ("a nodejs cli", "node"),
        ("A small JavaScript library", "node"),
        ("a command for Node 20", "node"),
        ("Sort words, in TypeScript", "typescript"),
        ("Put it into src/cart.mjs", "node"),
        ("Put it into src/cart.ts", "typescript"),
        ("Put it into cart.py, please", "python"),
        ("Convert the Python script to TypeScript", "typescript"),
        ("Rewrite it from JavaScript in Python", "python"),
        ("Plain JavaScript, not TypeScript", "node"),
        ("Python, without any JavaScript", "python"),
        ("A linked list: each Node has a next node in the list", "python"),
        ("export function add(a, b)", "node"),
        ("add(a: number, b: number): number", "typescript"),
        ("`chunk<T>(items: T[], size: number): T[][]`", "typescript"),
        ("def add(a, b):", "python"),
        ("Count the nodes in a tree", "python"),
    ],
)
def test_the_language_is_the_one_that_the_goal_means(goal: str, meant: LanguageName) -> None:
    found, why = language_of(goal)
    assert found == meant
    assert why


def test_the_reason_quotes_the_goal() -> None:
    assert language_of("Use TypeScript")[1] == "the goal says 'TypeScript'"
    assert language_of("in a/b.mjs")[1] == "the goal names a/b.mjs"
    assert language_of("Add numbers")[1] == "the goal names no language"


@pytest.mark.parametrize(
    ("goal", "meant"),
    [
        ("Create a CLI tool for managing TODO items stored in JSON", "cli_tool"),
        ("A command-line program that counts words", "cli_tool"),
        ("```\n$ greet Ann\nHello\n```", "script"),
        ("A program with the commands add and list:\n$ todo add milk", "cli_tool"),
        ("Sums up a CSV:\n$ python sums.py sales.csv\n7", "script"),
        ("Write a CLI script:\n$ greet.py Ann\nHello", "cli_tool"),
        ("An API for notes:\n$ curl localhost:8000/notes\n[]", "web_app"),
        ("Build a REST API for notes", "web_app"),
        ("A web app that shows the weather", "web_app"),
        ("An HTTP server with the endpoint /health", "web_app"),
        ("A pipeline that cleans a CSV and aggregates sales", "data_pipeline"),
        ("Read a CSV of sales and aggregate per region", "data_pipeline"),
        ("Write a function `slugify(text)`", "library"),
        ("A library for fractions", "library"),
        ("A class Stack with push(item)", "library"),
        ("parse('1h') returns 3600, for example: `parse('2h') == 7200`", "library"),
        ("A script that prints the first ten primes", "script"),
        ("Throw dice", "script"),
        ("Shares: the rest goes to the first, see `share(n)`", "library"),
    ],
)
def test_the_sort_of_program_follows_the_words(goal: str, meant: Profile) -> None:
    assert profile_of(goal) == meant


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Create a CLI tool for managing TODO items stored in JSON", "todo-items"),
        ("A tool called WordCount that counts", "word-count"),
        ("Write `slugify(text)`", "slugify"),
        ("Put it into src/price_list.py", "price-list"),
        ("```\n$ greet Ann\nHello\n```", "greet"),
        ("A library named json", "json-program"),
        ("Write a tool called tests", "tests-program"),
        ("It is called with the names of files and counts shadows", "names-counts"),
        ("", "program"),
        ("¿?", "program"),
        ("Würfel werfen", "wurfel-werfen"),
        ("x" * 300, "x" * 40),
    ],
)
def test_the_name_fits_a_folder_and_a_package(goal: str, name: str) -> None:
    assert name_of(goal) == name
    assert not is_protected(f"{name}/main.py")


@pytest.mark.parametrize(
    ("goal", "files"),
    [
        ("in slugs.py", ("slugs.py",)),
        ("in `src/cart.mjs`, and 'lib/a b.txt'", ("src/cart.mjs",)),
        ("First a.py, then b.py; a.py again.", ("a.py", "b.py")),
        ("(see app/core.ts).", ("app/core.ts",)),
        ("./x.py", ("x.py",)),
        # What is no file of the program
        ("with Node.js and Vue.js", ()),
        ("from https://example.org/x.py", ()),
        ("../x.py and /etc/x.py and ~/x.py and C:\\x.py", ()),
        ("a/../../x.py", ()),
        (".git/hooks/x.py and .env.py", ()),
        ("tests/test_x.py and x_test.py and conftest.py and a.test.mjs", ()),
        ("do not touch old.py", ()),
        ("Convert old.js into new.py", ("new.py",)),
        ("stored in todo.json", ()),
        ("*.py", ()),
        (".py", ()),
        ("x\x00y.py", ()),
    ],
)
def test_only_files_that_may_be_written_are_taken_from_a_goal(
    goal: str, files: tuple[str, ...]
) -> None:
    assert files_in(goal) == files


@pytest.mark.parametrize(
    ("goal", "files"),
    [
        ("Print the dish from menu.txt.", ("menu.txt",)),
        ("Reads sales.csv, then prices.csv. Then sums.", ("sales.csv", "prices.csv")),
        ("It reads `in.log` and writes to `out.txt`", ("in.log",)),
        ("Save it into a file called out.csv, with a README.md", ()),
        ("see /etc/motd.txt, ../x.csv, https://example.org/a.txt and old.txt.bak", ()),
    ],
)
def test_files_that_a_program_reads_are_taken_from_a_goal(
    goal: str, files: tuple[str, ...]
) -> None:
    assert data_files(goal) == files


@pytest.mark.parametrize(
    ("goal", "needs"),
    [
        ("A script that takes no arguments and prints the date", False),
        ("A script that writes the date to out.txt", False),
        ("A script that sums its arguments", True),
        ("A script that prints the lines of menu.txt", True),
    ],
)
def test_a_program_that_needs_words_or_a_file_is_told_by_its_goal(goal: str, needs: bool) -> None:
    assert needs_something(goal) is needs


@pytest.mark.parametrize(
    ("spoken", "goal", "heads"),
    [
        ("python", "Write a function `slugify(text)` that lowers", ["def slugify(text)"]),
        ("python", "Implement slugify(text: str, sep: str = '-') -> str.",
         ["def slugify(text: str, sep: str = '-') -> str"]),
        ("python", "def f(x: Optional[List[int]] = None) -> Dict[str, int]:",
         ["def f(x: list[int] | None = None) -> dict[str, int]"]),
        ("python", "def f(frame: pd.DataFrame, *rest, **more)", ["def f(frame, *rest, **more)"]),
        ("python", "`join(items, sep=',')`", ["def join(items, sep=',')"]),
        ("python", "a function called join; join([1, 2], ', ') == '1, 2'",
         ["def join(items, text)"]),
        ("python", "export function add(a, b) in Python", ["def add(a, b)"]),
        ("python", "`add(a: number, b?: string): boolean`",
         ["def add(a: float, b: str = None) -> bool"]),
        ("python", "functions `encode` and `decode`", ["def encode(*args)", "def decode(*args)"]),
        ("python", "functions `encode` and `decode`: encode('a', 2) == 'b'",
         ["def encode(text, number)", "def decode(*args)"]),
        ("python", "a function called median; median([1]) == 1", ["def median(items)"]),
        ("python", "`f(1)` == 2 and f(1, by=3) == 4", ["def f(number, by=None)"]),
        ("python", "a class `Stack` with methods push(item), pop() and peek()",
         ["class Stack", "def push(self, item)", "def pop(self)", "def peek(self)"]),
        ("python", "Write a.py. quarter_of(day) takes a day. bounds(quarter) takes a quarter.",
         ["def quarter_of(day)", "def bounds(quarter)"]),
        ("python", "a class Editor. insert(text) appends. undo() and redo() go back.",
         ["class Editor", "def insert(self, text)", "def undo(self)", "def redo(self)"]),
        ("python", "a class Editor with insert(text). Also a function count(editor).",
         ["class Editor", "def insert(self, text)", "def count(editor)"]),
        ("node", "a class Bus. emit(name, ...values) calls.",
         ["export class Bus", "emit(name, ...values)"]),
        ("node", "a.mjs exporting pay(cents, coins = [2, 1])",
         ["export function pay(cents, coins = [2, 1])"]),
        ("python", "`pay(sum_)`: pay(-1) raises DebtError",
         ["def pay(sum_)", "class DebtError(Exception)"]),
        ("node", "export function add(a, b) that adds", ["export function add(a, b)"]),
        ("node", "const add = (a, b) => a + b", ["export function add(a, b)"]),
        ("node", "`add(a: int, b: int = None) -> int`", ["export function add(a, b = null)"]),
        ("node", "`pay(sum)`: pay(-1) throws DebtError",
         ["export function pay(sum)", "export class DebtError extends Error"]),
        ("typescript", "`chunk<T>(items: T[], size: number): T[][]`",
         ["export function chunk<T>(items: T[], size: number): T[][]"]),
        ("typescript", "`slug(text: str, n: int) -> list[str]`",
         ["export function slug(text: string, n: number): string[]"]),
        # What only looks like a function
        ("python", "Count the word(s) in the file(s)", []),
        ("python", "uses json.dumps(data) and `len(x)`", []),
        ("python", "`print(text)`", []),
        ("python", "a function that takes a list", []),
        ("python", "functions of the kind below", []),
        ("python", "like if (x) or while (y)", []),
    ],
)  # fmt: skip
def test_functions_are_read_with_the_heads_of_the_language(
    spoken: LanguageName, goal: str, heads: list[str]
) -> None:
    assert [one.signature for one in functions_in(goal, language(spoken))] == heads


def test_a_function_keeps_what_the_goal_says_about_it() -> None:
    (found,) = functions_in("`slug(text)` in a.py that lowers a text. More.", language("python"))
    assert found.purpose == "lowers a text"


def test_a_goal_that_says_nothing_is_asked_for_as_a_whole() -> None:
    assert unclear("") == unclear("tool") == ("What should the program do?",)


def test_only_what_is_open_is_asked() -> None:
    vague = " ".join(unclear("Create a CLI tool for managing TODO items that it stores"))
    assert "example" in vague and "commands" in vague and "file" in vague and "language" in vague
    plain = unclear("Python: `f(n)` doubles. f(2) == 4. f('x') raises TypeError.")
    assert plain == ()
    assert any("encode" in one for one in unclear("Write the function `encode`, in Python"))
