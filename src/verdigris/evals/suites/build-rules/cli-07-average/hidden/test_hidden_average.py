import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "average.py"


def run(folder, *words):
    return subprocess.run([sys.executable, PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=10)


@pytest.mark.parametrize(
    "words, average",
    [
        ("3 4 6", "4.3"),
        ("5", "5.0"),
        ("1 2", "1.5"),
        ("2 4", "3.0"),
        ("0", "0.0"),
        ("2.5 3.5 4.2", "3.4"),
        ("-4 2", "-1.0"),
        ("-3 -4 -6", "-4.3"),
        ("100 200 300 400", "250.0"),
    ],
)
def test_averages(tmp_path, words, average):
    done = run(tmp_path, *words.split())
    assert (done.returncode, done.stdout.strip()) == (0, average), done.stderr


def test_no_numbers(tmp_path):
    done = run(tmp_path)
    assert (done.returncode, done.stdout.strip()) == (1, "no numbers"), done.stderr
