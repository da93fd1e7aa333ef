import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "widest.py"


@pytest.mark.parametrize(
    "text, width",
    [
        ("one\nthree\nsix\n", "5"),
        ("", "0"),
        ("\n\n", "0"),
        ("abc", "3"),
        ("a\nlast line", "9"),
        ("first line\nb\n", "10"),
        ("ab\n    cd\n", "6"),
        ("ab    \ncd\n", "6"),
        ("     \nab\n", "5"),
    ],
)
def test_the_longest_line(tmp_path, text, width):
    done = subprocess.run(
        [sys.executable, PROGRAM], input=text, cwd=tmp_path, capture_output=True, text=True, timeout=10
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == width
