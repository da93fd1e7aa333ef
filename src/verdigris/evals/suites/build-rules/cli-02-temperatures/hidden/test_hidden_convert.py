import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "convert.py"


def run(*words):
    return subprocess.run([sys.executable, PROGRAM, *words], capture_output=True, text=True, timeout=10)


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("20 c f", "68.0"),
        ("-40 c f", "-40.0"),
        ("212 f c", "100.0"),
        ("26.85 C K", "300.0"),
        ("373.15 k c", "100.0"),
        ("36.6 c c", "36.6"),
        ("-10 F c", "-23.3"),
        ("0 k k", "0.0"),
    ],
)
def test_conversions(words, printed):
    done = run(*words.split())
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == printed


@pytest.mark.parametrize("words", ["20 c", "", "20 c f k", "warm c f", "20 x f", "20 c celsius"])
def test_what_is_not_understood(words):
    done = run(*words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip()


@pytest.mark.parametrize("words", ["-1 k c", "-300 c f", "-500 f k"])
def test_below_absolute_zero(words):
    done = run(*words.split())
    assert (done.returncode, done.stdout) == (3, "")
