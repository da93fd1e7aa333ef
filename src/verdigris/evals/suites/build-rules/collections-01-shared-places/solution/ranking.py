def rank(scores):
    ordered = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    ranked = []
    for number, (name, points) in enumerate(ordered, start=1):
        if ranked and ranked[-1][2] == points:
            number = ranked[-1][0]
        ranked.append((number, name, points))
    return ranked
