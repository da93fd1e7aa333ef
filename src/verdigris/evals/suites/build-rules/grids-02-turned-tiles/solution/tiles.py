def turn(rows, quarters=1):
    turned = list(rows)
    for _ in range(quarters % 4):
        turned = ["".join(column) for column in zip(*reversed(turned))]
    return turned
