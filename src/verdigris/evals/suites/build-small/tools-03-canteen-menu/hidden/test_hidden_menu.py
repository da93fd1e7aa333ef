import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parent / "menu.py"


def run(folder, *words):
    return subprocess.run([sys.executable, PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=10)


def lines(done):
    return [line.rstrip() for line in done.stdout.strip().splitlines()]


MENU = "monday: pea soup\ntuesday: rice with beans\nthursday: pancakes\nfriday: fish and chips\n"


def ask(folder, day, menu=MENU):
    (folder / "menu.txt").write_text(menu)
    return run(folder, day).stdout.strip()


def test_first_day(tmp_path):
    assert ask(tmp_path, "monday") == "pea soup"


def test_day_in_the_middle(tmp_path):
    assert ask(tmp_path, "tuesday") == "rice with beans"
    assert ask(tmp_path, "thursday") == "pancakes"


def test_last_day(tmp_path):
    assert ask(tmp_path, "friday") == "fish and chips"


def test_day_that_is_missing(tmp_path):
    assert ask(tmp_path, "wednesday") == "closed"
    assert ask(tmp_path, "sunday") == "closed"


def test_another_menu(tmp_path):
    menu = "saturday: lentil stew\nsunday: roast potatoes\n"
    assert ask(tmp_path, "sunday", menu) == "roast potatoes"
    assert ask(tmp_path, "monday", menu) == "closed"
