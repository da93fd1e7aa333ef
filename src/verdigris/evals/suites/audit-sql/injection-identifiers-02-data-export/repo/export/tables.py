"""Tables as CSV, out and in."""

import csv
import io

# what partners call it -> what it is called here
PUBLIC = {
    "orders": "v_partner_orders",
    "products": "v_partner_products",
}


def export_public(db, name):
    view = PUBLIC[name]
    return _csv(db.execute("SELECT * FROM " + view + " ORDER BY 1"))


def export_page(db, name, start, size):
    """Some rows of a large table, for partners who cannot take it all at once."""
    if name not in PUBLIC:
        raise LookupError(name)
    view = PUBLIC[name]
    return _csv(db.execute("SELECT * FROM %s ORDER BY 1 LIMIT ? OFFSET ?" % view, (size, start)))


def export_table(db, table):
    """For the back office: any of the tables, by its real name."""
    cursor = db.execute('SELECT * FROM "' + table + '"')
    return _csv(cursor)


def import_rows(db, text):
    """Add products from a CSV text with a header line; columns may come in any order."""
    reader = csv.reader(io.StringIO(text))
    header = next(reader)
    columns = ", ".join(header)
    marks = ", ".join("?" * len(header))
    statement = f"INSERT INTO products ({columns}) VALUES ({marks})"
    db.executemany(statement, [row for row in reader if row])
    db.commit()


def _csv(cursor):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column[0] for column in cursor.description])
    writer.writerows(cursor)
    return out.getvalue()
