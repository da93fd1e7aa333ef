from school import pupils


def test_who_repeats_stays(db):
    db.executemany("INSERT INTO pupils (name, class) VALUES (?, ?)", [("Ada", 3), ("Bo", 3)])
    db.execute("INSERT INTO repeats VALUES (2, 2024)")
    assert pupils.move_up(db, 2024) == 1
    assert pupils.seat_plan(db, 3) == [(1, 2)]
    assert pupils.seat_plan(db, 4) == [(1, 1)]


def test_leaving_is_for_one(db):
    db.executemany("INSERT INTO pupils (name, class) VALUES (?, ?)", [("Ada", 3), ("Bo", 3)])
    db.execute("UPDATE pupils SET class = 9")
    pupils.leave(db, 1)
    assert pupils.seat_plan(db, 9) == [(1, 2)]
    pupils.upsert_grade(db, 2, "art", 1)
    pupils.upsert_grade(db, 2, "art", 2)
    assert db.execute("SELECT grade FROM grades").fetchall() == [(2,)]
    assert pupils.trim_absences(db, "2024-01-01") == 0
