"""The routes. A request is a dict with `path`, `role` and `body`."""

from export import tables


def handle(db, request):
    kind, _, name = request["path"].strip("/").partition("/")
    if kind == "public":
        return tables.export_public(db, name)
    if kind == "table" and request["role"] == "office":
        return tables.export_table(db, name)
    if kind == "products" and request["role"] == "office":
        tables.import_rows(db, request["body"])
        return "inserted into products"
    return "Select one of: public, table, products"
