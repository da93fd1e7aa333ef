import pytest

from tinysheet import Sheet

SAMPLE = {"A1": "2", "A2": "3", "A3": "text", "B1": "=A1+A2", "B2": "=B1*10"}


@pytest.fixture
def sheet():
    sheet = Sheet()
    for place, text in SAMPLE.items():
        sheet[place] = text
    return sheet


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=1+2*3", "7"),
        ("=(1+2)*3", "9"),
        ("=10-4-3", "3"),
        ("=2^3^2", "512"),
        ("=-2+5", "3"),
        ("=7/2", "3.5"),
        ("=1/0", "#DIV/0!"),
        ('="a"&"b"&1', "ab1"),
        ('="say ""hi"""', 'say "hi"'),
        ("=A1<A2", "TRUE"),
        ("=A1<>2", "FALSE"),
        ("=SUM(A1:A3)", "5"),
        ("=SUM(A1:A3, 10, B1)", "20"),
        ("=COUNT(A1:B3)", "4"),
        ("=AVERAGE(A1:A2)", "2.5"),
        ("=AVERAGE(A3)", "#DIV/0!"),
        ("=MIN(A1:B2)", "2"),
        ("=MAX(A1:B2)", "50"),
        ("=ROUND(7/3, 2)", "2.33"),
        ('=LEN("four")', "4"),
        ("=CONCAT(A1:A3)", "23text"),
        ("=IF(A1>1, 1, 1/0)", "1"),
        ("=IF(A1>9, 1)", "FALSE"),
        ("=A3+1", "#VALUE!"),
        ("=NOPE(1)", "#NAME?"),
        ("=1+", "#SYNTAX!"),
        ("=1 $ 2", "#SYNTAX!"),
        ("=Z99+1", "1"),
    ],
)
def test_formulas(sheet, formula, shown):
    sheet["D1"] = formula
    assert sheet.shown("D1") == shown


def test_formulas_follow_their_cells(sheet):
    assert sheet["B2"] == 50
    sheet["A1"] = "7"
    assert sheet["B2"] == 100


def test_circles_are_noticed(sheet):
    sheet["A1"] = "=B2"
    assert sheet.shown("B2") == "#CYCLE!"


def test_clearing_a_cell(sheet):
    sheet["A1"] = ""
    assert sheet["B1"] == 3


def test_a_quote_forces_text(sheet):
    sheet["A1"] = "'007"
    assert sheet["A1"] == "007"
