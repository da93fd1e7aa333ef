"""A small shell around the store: `select FORM`, `insert FIELD into FORM`, `delete FIELD form FORM`."""

from designer import forms

USAGE = """\
select FORM               work on a form
insert FIELD into FORM    add a field
delete FIELD form FORM    take it away (typing `from` works as well)
"""


class Shell:
    def __init__(self, db):
        self.db = db
        self.current = None

    def execute(self, line):
        verb, _, rest = line.strip().partition(" ")
        if verb == "select":
            self.current = int(rest)
            return forms.fields(self.db, self.current)
        if verb in ("insert", "delete"):
            return f"{verb} {rest}: not in this version"
        return USAGE


def demo(shell, number):
    shell.execute(f"select {number}")
    return shell.execute("delete Adress form 3")
