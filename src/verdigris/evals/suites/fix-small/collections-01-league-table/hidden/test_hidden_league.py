import random

from league import table


def test_order_holds_for_every_pair():
    numbers = random.Random(3)
    for _ in range(30):
        names = [f"T{i}" for i in range(5)]
        results = []
        for _ in range(7):
            home, away = numbers.sample(names, 2)
            results.append((home, numbers.randrange(3), numbers.randrange(3), away))
        found = table(results)
        for a, b in zip(found, found[1:]):
            assert a.points >= b.points
            if a.points == b.points:
                assert a.difference >= b.difference
                if a.difference == b.difference:
                    assert a.name < b.name


def test_all_equal_teams_stand_by_name():
    results = [("D", 0, 0, "B"), ("A", 0, 0, "C")]
    assert [team.name for team in table(results)] == ["A", "B", "C", "D"]
