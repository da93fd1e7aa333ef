import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "counter.py"


def run(folder, *names):
    return subprocess.run([sys.executable, PROGRAM, *names], cwd=folder, capture_output=True, text=True, timeout=10)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.txt").write_text("one two\nthree\n")
    (tmp_path / "b.txt").write_text("four")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "gaps.txt").write_text("  x\ty  \n\n\nz\n")
    return tmp_path


def test_one_file(folder):
    done = run(folder, "a.txt")
    assert (done.returncode, done.stdout) == (0, "2 3 a.txt\n")


def test_special_files(folder):
    assert run(folder, "b.txt").stdout == "1 1 b.txt\n"
    assert run(folder, "empty.txt").stdout == "0 0 empty.txt\n"
    assert run(folder, "gaps.txt").stdout == "4 3 gaps.txt\n"


def test_several_files(folder):
    done = run(folder, "a.txt", "b.txt", "gaps.txt")
    assert done.stdout.splitlines() == ["2 3 a.txt", "1 1 b.txt", "4 3 gaps.txt", "7 7 total"]
    assert done.returncode == 0


def test_a_missing_file(folder):
    done = run(folder, "a.txt", "nowhere.txt", "b.txt")
    assert done.stdout.splitlines() == ["2 3 a.txt", "1 1 b.txt", "3 4 total"]
    assert "nowhere.txt" in done.stderr
    assert done.returncode == 1


def test_only_a_missing_file(folder):
    done = run(folder, "nowhere.txt")
    assert (done.returncode, done.stdout) == (1, "")


def test_no_names(folder):
    done = run(folder)
    assert (done.returncode, done.stdout) == (2, "")
