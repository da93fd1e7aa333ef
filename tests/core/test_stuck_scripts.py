"""Scripts that are wrong a thousand times over: the parser is stopped, and they count as broken."""

import itertools
import subprocess
import sys
from time import thread_time

import pytest

from verdigris.core.syntax import gets_stuck, script_tokens, syntax_error

LINE = "function twice(a) { return `${a}` + 'x'; }\n"
WRONG = {
    "quotes": "'" * 40_000,
    "open strings": "a '\n" * 20_000,
    "strings in a row": "a 'x' " * 15_000,
    "names in a row": "é b\n" * 30_000,
    "brackets that close nothing": "a)\n" * 30_000,
    "after much that is right": LINE * 1_500 + "a 'x' " * 15_000,
}


class Counted:
    """The clock of the processor, which counts how often the parser asked for more."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return thread_time()


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_what_is_wrong_all_over_is_not_read_to_its_end(text):
    clock, data = Counted(), text.encode()
    assert gets_stuck(data, "javascript", clock)
    assert clock.looks < len(data) / 1024 * 2  # right code is asked for so often, wrong code more


def test_it_counts_as_broken_in_every_dialect():
    for name in ("a.js", "a.ts", "a.tsx"):
        assert syntax_error(name, WRONG["open strings"])
    assert script_tokens(WRONG["open strings"], "javascript") is None


@pytest.mark.parametrize(
    "text",
    [LINE * 20_000, f"x = `{'It is not, don’t you see: ' * 20_000}`;", f"/* {'a b ' * 90_000} */"],
    ids=["code", "a long text", "a long comment"],
)
def test_what_is_only_long_is_read_to_its_end(text):
    assert not gets_stuck(text.encode(), "typescript")
    assert not syntax_error("long.ts", text)


def test_the_text_ends_where_it_was_read_to_when_time_is_up():
    ticks = itertools.count()
    assert gets_stuck(LINE.encode() * 20_000, "javascript", lambda: float(next(ticks)))
    assert next(ticks) < 20


def test_the_lines_of_a_long_script_can_be_read() -> None:
    """Some versions of the parser free numbers that they still need; the process then dies."""
    asked = """if True:
        from verdigris.core.syntax import script_tree, walk

        text = "const a = { b: [1, 2], c: f(x) };\\n" * 6000
        print(max(node.start_point.row for node in walk(script_tree(text, "javascript").root_node)))
    """
    command = [sys.executable, "-c", asked]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "5999"), done.stderr
