def missing(invited, present):
    here = {name.lower() for name in present}
    return [name for name in invited if name.lower() not in here]
