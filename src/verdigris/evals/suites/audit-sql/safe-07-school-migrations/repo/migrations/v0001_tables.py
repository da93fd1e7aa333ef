def upgrade(db):
    db.execute("CREATE TABLE pupils (id INTEGER PRIMARY KEY, name TEXT, class INTEGER)")
    db.execute("CREATE TABLE repeats (pupil INTEGER, year INTEGER)")
    db.execute("CREATE TABLE absences (pupil INTEGER, day TEXT, reason TEXT)")
    db.execute("CREATE TABLE grades (pupil INTEGER, subject TEXT, grade INTEGER, UNIQUE (pupil, subject))")
