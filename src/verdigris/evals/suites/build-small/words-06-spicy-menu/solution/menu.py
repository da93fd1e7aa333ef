def spice_level(dish):
    stars = dish.count("*")
    if stars == 0:
        return "mild"
    return "medium" if stars <= 2 else "hot"
