def quiz_total(points):
    if len(points) < 2:
        return sum(points)
    return sum(points) - min(points)
