import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parent / "cooking.py"


def run(folder, *words):
    return subprocess.run([sys.executable, PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=10)


def lines(done):
    return [line.rstrip() for line in done.stdout.strip().splitlines()]


def said(folder, *words):
    return run(folder, *words).stdout.strip()


def test_more_than_an_hour(tmp_path):
    assert said(tmp_path, "40", "30", "25") == "1 h 35 min"


def test_several_hours(tmp_path):
    assert said(tmp_path, "100", "90") == "3 h 10 min"


def test_one_dish(tmp_path):
    assert said(tmp_path, "75") == "1 h 15 min"


def test_less_than_an_hour(tmp_path):
    assert said(tmp_path, "20", "25") == "45 min"
    assert said(tmp_path, "59") == "59 min"


def test_many_dishes(tmp_path):
    assert said(tmp_path, "10", "20", "30", "40", "50") == "2 h 30 min"
