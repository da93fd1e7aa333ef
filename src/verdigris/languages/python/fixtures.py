"""The `tests/conftest.py` of a Python program: a folder of its own for each test, and helpers.

`program` runs the program as a user would, `server` starts it and speaks to it on loopback,
`for_all` tries a claim on many values: with Hypothesis where it is installed, else on seeded ones.
"""

from __future__ import annotations

import json

from verdigris.core.building import Blueprint, Part
from verdigris.languages.python.text import module_of

_HEAD = '''\
"""What the tests share. Each test runs in an empty folder of its own."""

{imports}

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
'''
_COMMAND = """

COMMAND = [sys.executable, {words}]
ENVIRONMENT = {{**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}}
"""
_PROGRAM = '''

@pytest.fixture
def program(tmp_path):
    """Run the program with some words, where it finds `files`, by name and text; it is given
    `stdin` and must end within 20 seconds.
    """

    def run(*words, stdin="", files=None):
        for name, text in (files or {}).items():
            path = tmp_path / name
            assert ".." not in path.parts and path.is_relative_to(tmp_path), name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return subprocess.run(
            [*COMMAND, *words], cwd=tmp_path, env=ENVIRONMENT, input=stdin,
            capture_output=True, encoding="utf-8", errors="replace", timeout=20,
        )

    return run
'''
_SERVER = '''

class Server:
    """A running program that answers on loopback."""

    def __init__(self, port):
        self.port = port

    def request(self, method, path, body=None, headers=None):
        """Return the status and the text of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(method, path, body, headers or {{}})
            answer = connection.getresponse()
            return answer.status, answer.read().decode("utf-8", "replace")
        finally:
            connection.close()


@pytest.fixture
def server(tmp_path):
    """Start the program on a free port, wait until it listens, and end it behind the test."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with open(tmp_path / "server.log", "w+b") as log:
        process = subprocess.Popen(
            [*COMMAND, "--port", str(port)], cwd=tmp_path, env=ENVIRONMENT,
            stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
        )
        try:
            for _ in range(200):
                ended = process.poll() is not None
                assert not ended, (tmp_path / "server.log").read_text(errors="replace")[-2000:]
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.05)
            else:
                pytest.fail(f"nothing listens on 127.0.0.1:{{port}} after 10 seconds")
            yield Server(port)
        finally:
            process.kill()
            process.wait()
'''
_FOR_ALL = '''

LETTERS = "abc XYZ019-_.,!\\n\\t\\u00e9\\u00df\\u4e2d"


def draw(kind, chance):
    """Return a value of a kind such as `str` or `list[int]`: small ones first of all."""
    if kind is bool:
        return chance.random() < 0.5
    if kind is int:
        return chance.choice([0, 1, -1, 2, 10, chance.randint(-1000, 1000)])
    if kind == "natural":
        return chance.choice([0, 1, 2, 3, chance.randint(0, 40)])
    if kind is float:
        return chance.choice([0.0, 1.0, -1.5, round(chance.uniform(-1000, 1000), 3)])
    if kind is str:
        return "".join(chance.choice(LETTERS) for _ in range(chance.choice([0, 1, 2, 5, 12])))
    return [draw(kind.__args__[0], chance) for _ in range(chance.choice([0, 1, 2, 3, 8]))]


def strategy(kind, st):
    if kind == "natural":
        return st.integers(min_value=0, max_value=40)
    if kind in (bool, int):
        return st.from_type(kind)
    if kind is str:
        return st.text(alphabet=LETTERS, max_size=40)
    if kind is float:
        return st.floats(allow_nan=False, allow_infinity=False, min_value=-1e6, max_value=1e6)
    return st.lists(strategy(kind.__args__[0], st), max_size=20)


@pytest.fixture
def for_all():
    """Try a claim on many values, the same ones each time."""

    def tried(claim, **kinds):
        if importlib.util.find_spec("hypothesis") is None:
            chance = random.Random(7)
            for _ in range(100):
                claim(**{{name: draw(kind, chance) for name, kind in kinds.items()}})
            return
        from hypothesis import HealthCheck, given, settings
        from hypothesis import strategies as st

        steady = settings(
            max_examples=60, derandomize=True, database=None, deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        steady(given(**{{name: strategy(kind, st) for name, kind in kinds.items()}})(claim))()

    return tried
'''
FIXTURES = frozenset(
    {
        "tmp_path",
        "capsys",
        "capfd",
        "caplog",
        "monkeypatch",
        "recwarn",
        "program",
        "server",
        "for_all",
    }
)
"""Names that a test may use without binding them: they become its arguments."""


def conftest(blueprint: Blueprint) -> str:
    """Return the file, with the helpers that the blueprint has a use for."""
    from verdigris.languages.python.rules import properties

    main = next((part for part in blueprint.parts if part.is_main), None)
    imports = ["from pathlib import Path"]
    text = ""
    if main is not None:
        imports += ["import os", "import subprocess", "import sys"]
        text += _COMMAND.format(words=_words(main)) + _PROGRAM
        if blueprint.profile == "web_app":
            imports += ["import http.client", "import socket", "import time"]
            text += _SERVER.format()
    if any(properties(part) for part in blueprint.parts):
        imports += ["import importlib.util", "import random"]
        text += _FOR_ALL.format()
    imports.sort(key=lambda line: (line.startswith("from"), line))
    return _HEAD.format(imports="\n".join(imports)) + text


def _words(main: Part) -> str:
    if "/" in main.path:
        return f'"-m", {json.dumps(module_of(main.path))}'
    return f"str(ROOT / {json.dumps(main.path)})"
