import re


def problems(name):
    found = []
    if len(name) < 3:
        found.append("too short")
    if len(name) > 12:
        found.append("too long")
    if name and not "a" <= name[0] <= "z":
        found.append("bad start")
    if re.search(r"[^a-z0-9_]", name):
        found.append("bad character")
    if "__" in name:
        found.append("double underscore")
    if name.endswith("_"):
        found.append("bad end")
    return found
