def menu_line(dish, price, width):
    dots = max(3, width - len(dish) - len(price))
    return dish + "." * dots + price
