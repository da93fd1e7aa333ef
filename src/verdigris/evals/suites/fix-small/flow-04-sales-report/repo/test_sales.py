from sales import Sale, grouped, read
from table import rows, shares, table
from totals import Total, best, share, totals

LINES = """\
region,shop,units,cents
north,Kiel,2,100
north,Husum,1,300
south,Ulm,5,100
north,Kiel,1,200
""".splitlines()
SALES = list(read(LINES))


def test_read():
    assert SALES[0] == Sale("north", "Kiel", 2, 100)
    assert len(SALES) == 4


def test_grouped():
    assert [len(sold) for sold in grouped(SALES)["north"].values()] == [2, 1]


def test_one_sale():
    total = totals([Sale("west", "Trier", 2, 50)])
    assert (total.units, total.cents) == (2, 100)


def test_nothing_sold():
    total = totals([])
    assert (total.cents, best(total)) == (0, None)


def test_totals():
    total = totals(SALES)
    assert (total.units, total.cents) == (9, 1200)


def test_best_region():
    assert best(totals(SALES)).name == "north"
    assert share(Total("a"), Total("b")) == 0


def test_rows():
    assert rows(totals(SALES)) == [
        ("all", 9, "12.00"),
        ("  north", 4, "7.00"),
        ("    Kiel", 3, "4.00"),
        ("    Husum", 1, "3.00"),
        ("  south", 5, "5.00"),
        ("    Ulm", 5, "5.00"),
    ]


def test_table():
    assert table(Total("x", 3, 1050)) == "x     3     10.50"


def test_shares():
    total = Total("all", cents=4, parts=[Total("a", cents=1), Total("b", cents=3)])
    assert shares(total) == {"a": "25%", "b": "75%"}
