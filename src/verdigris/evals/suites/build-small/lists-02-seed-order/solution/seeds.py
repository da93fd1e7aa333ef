def to_order(wanted, stock):
    missing = {}
    for plant, bags in wanted.items():
        if bags > stock.get(plant, 0):
            missing[plant] = bags - stock.get(plant, 0)
    return missing
