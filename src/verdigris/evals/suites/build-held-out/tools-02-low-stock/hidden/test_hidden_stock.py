import subprocess
import sys
from pathlib import Path

PROGRAM = str(Path(__file__).resolve().parent / "stock.py")


def run(tmp_path, stock, limit):
    (tmp_path / "stock.txt").write_text(stock, encoding="utf-8")
    result = subprocess.run(
        [sys.executable, PROGRAM, limit], cwd=tmp_path, capture_output=True, text=True
    )
    return result.stdout.rstrip()


def test_low_articles_in_the_order_of_the_file(tmp_path):
    assert run(tmp_path, "mint 9\nfennel 30\ncups 2\n", "10") == "mint: 9\ncups: 2"


def test_names_of_several_words(tmp_path):
    stock = "green tea 4\nblack tea with lemon 7\nsugar 50\n"
    assert run(tmp_path, stock, "10") == "green tea: 4\nblack tea with lemon: 7"


def test_exactly_the_number_is_not_low(tmp_path):
    assert run(tmp_path, "mint 5\nfennel 4\n", "5") == "fennel: 4"


def test_empty_lines_are_skipped(tmp_path):
    assert run(tmp_path, "mint 1\n\ncups 0\n\n", "3") == "mint: 1\ncups: 0"


def test_nothing_to_buy(tmp_path):
    assert run(tmp_path, "mint 20\ngreen tea 100\n", "10") == "nothing to buy"


def test_numbers_are_compared_as_numbers(tmp_path):
    assert run(tmp_path, "mint 9\nfennel 100\n", "20") == "mint: 9"
