def store(pantry, food, packs):
    pantry[food] = pantry.get(food, 0) + packs


def use(pantry, food):
    pantry[food] -= 1


def to_buy(pantry):
    return sorted(food for food, packs in pantry.items() if packs == 0)
