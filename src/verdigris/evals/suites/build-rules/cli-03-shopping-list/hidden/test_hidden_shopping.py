import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "shopping.py"


@pytest.fixture
def run(tmp_path):
    def call(*words, status=0):
        done = subprocess.run(
            [sys.executable, PROGRAM, *words], cwd=tmp_path, capture_output=True, text=True, timeout=10
        )
        assert done.returncode == status, done.stderr
        if status:
            assert done.stderr.strip() and not done.stdout
        return done.stdout

    return call


def test_an_empty_list(run):
    assert run("list") == "nothing to buy\n"


def test_things_come_in_the_order_they_were_added(run):
    assert run("add", "milk", "2") == ""
    assert run("add", "brown bread") == ""
    assert run("add", "apples", "10") == ""
    assert run("list") == "2 x milk\n1 x brown bread\n10 x apples\n"


def test_counts_are_added_up(run):
    run("add", "milk"), run("add", "eggs", "6"), run("add", "milk", "3")
    assert run("list") == "4 x milk\n6 x eggs\n"


def test_what_was_got_goes(run):
    run("add", "milk"), run("add", "eggs", "6")
    assert run("got", "milk") == ""
    assert run("list") == "6 x eggs\n"
    run("got", "eggs")
    assert run("list") == "nothing to buy\n"


def test_the_list_is_kept_as_json(run, tmp_path):
    run("add", "milk")
    json.loads((tmp_path / "shopping.json").read_text())


@pytest.mark.parametrize(
    "words", ["got eggs", "add eggs 0", "add eggs -1", "add eggs many", "add", "buy eggs", "got", ""]
)
def test_mistakes_leave_the_list_as_it_is(run, words):
    run("add", "milk")
    run(*words.split(), status=1)
    assert run("list") == "1 x milk\n"
