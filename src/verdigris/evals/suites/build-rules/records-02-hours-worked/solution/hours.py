def hours_by_person(entries):
    spelling, sums = {}, {}
    for name, hours in entries:
        shown = spelling.setdefault(name.lower(), name)
        sums[shown] = sums.get(shown, 0) + hours
    return sums
