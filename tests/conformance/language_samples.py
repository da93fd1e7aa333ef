"""What the conformance tests of the Language seam need to know of each language: code and answers.

A new language adds one `Samples`, in a file of its own, and its name to `test_language.SAMPLES`.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass

from verdigris.core.building import Example, Function, LanguageName, Part


@dataclass(frozen=True)
class Samples:
    """Two parts, a library and the program that uses it, as a model would answer for them."""

    language: LanguageName
    library: Part
    """Offers `shout(text)`, `Tally` with `add(number)` and `total()`, and `half(number)`."""
    right: str
    """The library, written as its purpose says."""
    wrong: str
    """The same, with `shout` in the wrong case: every other claim holds."""
    program: Part
    """Prints the words it is given, shouted, and offers `main`; needs the library."""
    program_text: str
    service: Part
    """A server that answers any request with 200; takes `--port`."""
    service_text: str
    examples: tuple[Example, ...]
    """Of calls and of commands; all of them hold for `right` and `program_text`."""
    impossible: Example
    """An example that no test can be made of."""
    answer: str
    """A model's answer with tests, in prose and fences."""
    claims: int
    """How many tests are in it that can be used."""
    useless: str
    """An answer whose tests say nothing about the part, reach out of the test, or repeat."""
    broken: str
    """Code that does not parse."""
    lacking: str
    """Code that offers all but `half`."""
    misspelt: str
    """Code that offers `Half` and not `half`."""
    elided: str
    """Code that leaves some of itself out, with a comment in its place."""
    chatty: str
    """The right library in an answer with prose around it and examples of use behind it."""
    unwritten: str
    """A text with functions `a` and `b`, of which only `a` is still to be written."""
    garbled: tuple[str, ...]
    """Signatures that a model might come up with and nobody can read."""
    needs: str = ""
    """The program that has to be there to run its tests, beside Python."""

    @property
    def is_there(self) -> bool:
        return not self.needs or shutil.which(self.needs) is not None


def _call(given: str, expected: str, part: str) -> Example:
    return Example(kind="call", given=given, expected=expected, quoted=given, part=part)


_LIBRARY = '''\
import math


def shout(text):
    """Return a text in capitals, with a mark behind it."""
    return text.upper() + "!"


class Tally:
    def __init__(self):
        self.numbers = []

    def add(self, number):
        self.numbers.append(number)

    def total(self):
        return sum(self.numbers)


def half(number):
    if math.isnan(number):
        raise ValueError("no number")
    return number / 2
'''

PYTHON = Samples(
    language="python",
    library=Part(
        path="shouting.py",
        purpose="shouts and counts",
        functions=(
            Function(name="shout", signature="def shout(text: str) -> str", purpose="shouts"),
            Function(
                name="Tally",
                signature="class Tally: def add(self, number: int) -> None; def total(self) -> int",
            ),
            Function(name="half", signature="def half(number: float) -> float"),
        ),
    ),
    right=_LIBRARY,
    wrong=_LIBRARY.replace(".upper()", ".lower()"),
    program=Part(
        path="main.py",
        purpose="the command line",
        functions=(
            Function(name="main", signature="def main(argv: list[str] | None = None) -> int"),
        ),
        needs=("shouting.py",),
        is_main=True,
    ),
    program_text="""\
import argparse
import sys

from shouting import shout


def main(argv=None):
    parser = argparse.ArgumentParser(description="Shouts.")
    parser.add_argument("words", nargs="*")
    words = parser.parse_args(argv).words or sys.stdin.read().split()
    print(shout(" ".join(words)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
""",
    service=Part(
        path="web/serve.py",
        purpose="answers requests",
        functions=(Function(name="main", signature="def main(argv=None) -> int"),),
        is_main=True,
    ),
    service_text="""\
import argparse
from http.server import BaseHTTPRequestHandler, HTTPServer


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"hello")


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8000)
    HTTPServer(("127.0.0.1", parser.parse_args(argv).port), Handler).serve_forever()
    return 0


if __name__ == "__main__":
    main()
""",
    examples=(
        _call("shout('ab')", "'AB!'", "shouting.py"),
        _call("half(3)", "1.5", "shouting.py"),
        _call("half(float('nan'))", "raises ValueError", "shouting.py"),
        Example(kind="command", given="ab 'c d'", expected="AB C D!\n", quoted="", part="main.py"),
        Example(
            kind="command", given="", expected="X Y!\n", stdin="x y\n", quoted="", part="main.py"
        ),
    ),
    impossible=_call("shout(undefined_name)", "'x'", "shouting.py"),
    answer="""\
Sure! Here are tests for `shouting.py`:

```python
import pytest
from your_module import shout, Tally, half


def test_shout():
    assert shout("a") == "A!"
    assert shout("") == "!"
    assert True


@pytest.mark.parametrize("number, expected", [(4, 2), (1, 0.5)])
def test_half(number, expected):
    assert half(number) == pytest.approx(expected)


def test_tally():
    tally = Tally()
    assert tally.total() == 0
    tally.add(2)
    tally.add(3)
    assert tally.total() == 5


def test_error():
    with pytest.raises(ValueError):
        half(float("nan"))
```

These cover the ordinary cases and the edges.
""",
    claims=6,
    useless="""\
```python
import os, socket, subprocess
assert True
assert "a".upper() == "A"
assert shout("a") == shout("a")
def test_network():
    text = socket.create_connection(("example.org", 80)).recv(9).decode()
    assert shout(text) == "A!"
def test_shell():
    os.system("ls")
    assert shout("a") == "A!"
def test_process():
    listed = subprocess.run(["ls"], capture_output=True, text=True).stdout
    assert shout(listed) == "A!"
def test_outside():
    assert shout(open("/etc/hostname").read()) == "A!"
def test_unknown():
    assert whisper(shout("a")) == "a"
```
""",
    broken="def shout(text:\n    return text\n",
    lacking=_LIBRARY.partition("\n\ndef half")[0] + "\n",
    misspelt=_LIBRARY.replace("def half", "def Half"),
    elided=_LIBRARY.partition("\n\ndef half")[0]
    + "\n\ndef half(number):\n    # ... rest of the code\n    return number\n",
    chatty=f"""\
Here is the file:

```python
# shouting.py
{_LIBRARY}

# Example usage
tally = Tally()
tally.add(1)
print(tally.total())
print(shout("hello"))

if __name__ == "__main__":
    print(half(3))
```

And some tests:

```python
def test_shout():
    assert shout("a") == "A!"
```
""",
    unwritten="def a(x):\n    raise NotImplementedError\n\n\ndef b(x):\n    return x\n",
    garbled=(
        "def name(x: &&& -> ???",
        "name(",
        "",
        "function name(a, b) { return a; }",
        "def name(x=__import__('os').system('true')) -> y",
        "def other(x):\n    import os\n    return 1",
        "def name(x, x)",
        "lambda: 0",
        "def name(" + "(" * 3000,
        "def \N{GREEK SMALL LETTER ALPHA}()",
    ),
)
