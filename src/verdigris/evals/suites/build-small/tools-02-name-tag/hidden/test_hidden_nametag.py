import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parent / "nametag.py"


def run(folder, *words):
    return subprocess.run([sys.executable, PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=10)


def lines(done):
    return [line.rstrip() for line in done.stdout.strip().splitlines()]


def test_one_word(tmp_path):
    assert lines(run(tmp_path, "Bob")) == ["+-----+", "| Bob |", "+-----+"]


def test_two_words(tmp_path):
    assert lines(run(tmp_path, "Mary", "Ann")) == ["+----------+", "| Mary Ann |", "+----------+"]


def test_one_letter(tmp_path):
    assert lines(run(tmp_path, "X")) == ["+---+", "| X |", "+---+"]


def test_three_words(tmp_path):
    edge = "+" + "-" * 15 + "+"
    assert lines(run(tmp_path, "Dr.", "Eva", "Stone")) == [edge, "| Dr. Eva Stone |", edge]


def test_a_long_word(tmp_path):
    edge = "+" + "-" * 22 + "+"
    assert lines(run(tmp_path, "Wolfeschlegelsteinha")) == [edge, "| Wolfeschlegelsteinha |", edge]
