import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = str(Path(__file__).resolve().parent / "oven.py")


def run(tmp_path, *arguments):
    return subprocess.run(
        [sys.executable, PROGRAM, *arguments], cwd=tmp_path, capture_output=True, text=True
    )


def test_examples(tmp_path):
    assert run(tmp_path, "180C").stdout.rstrip() == "356F"
    assert run(tmp_path, "350f").stdout.rstrip() == "177C"


def test_celsius(tmp_path):
    assert run(tmp_path, "200C").stdout.rstrip() == "392F"
    assert run(tmp_path, "163c").stdout.rstrip() == "325F"


def test_fahrenheit(tmp_path):
    assert run(tmp_path, "32F").stdout.rstrip() == "0C"
    assert run(tmp_path, "400F").stdout.rstrip() == "204C"


def test_good_ends_with_zero(tmp_path):
    assert run(tmp_path, "100C").returncode == 0


@pytest.mark.parametrize("text", ["warm", "180", "180K", "C"])
def test_anything_else(tmp_path, text):
    result = run(tmp_path, text)
    assert (result.stdout + result.stderr).rstrip() == "cannot read that"
    assert result.returncode == 1
