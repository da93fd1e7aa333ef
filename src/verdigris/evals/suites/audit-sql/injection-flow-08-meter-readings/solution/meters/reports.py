"""One function per report. `db` is a sqlite3 connection with named columns."""

from meters.files import sql


def consumption(db, meter: str, year: int):
    return db.execute(sql("consumption"), {"meter": meter, "year": str(year)}).fetchall()


def district_total(db, district: str) -> float:
    """Sum over a district, e.g. for the map."""
    row = db.execute(sql("district_total"), {"district": district}).fetchone()
    return row[0] or 0.0


def silent_meters(db, since: str, kind: str):
    """Meters of one kind that have sent nothing since a day."""
    return [row[0] for row in db.execute(sql("silent_meters"), {"since": since, "kind": kind})]


def heaviest(db, count: int = 5):
    template = sql("heaviest")
    return db.execute(template.format(count=int(count))).fetchall()
