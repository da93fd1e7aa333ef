import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parent / "guests.py"


def run(folder, *words):
    return subprocess.run([sys.executable, PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=10)


def lines(done):
    return [line.rstrip() for line in done.stdout.strip().splitlines()]


def test_three_guests(tmp_path):
    assert lines(run(tmp_path, "Olga", "Ben", "Mia")) == ["1. Olga", "2. Ben", "3. Mia"]


def test_one_guest(tmp_path):
    assert lines(run(tmp_path, "Tom")) == ["1. Tom"]


def test_same_name_twice(tmp_path):
    assert lines(run(tmp_path, "Ann", "Zoe", "Ann")) == ["1. Ann", "2. Zoe", "3. Ann"]


def test_many_guests(tmp_path):
    names = ["Ida", "Jan", "Kim", "Leo", "Max", "Nora", "Otto", "Pia", "Rosa", "Sam", "Till"]
    found = lines(run(tmp_path, *names))
    assert len(found) == 11
    assert found[0] == "1. Ida"
    assert found[9:] == ["10. Sam", "11. Till"]


def test_nobody(tmp_path):
    assert lines(run(tmp_path)) == ["no guests yet"]
