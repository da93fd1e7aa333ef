def ticket_price(adults, children):
    price = adults * 900 + children * 500
    if adults + children >= 10:
        price -= 1000
    return price
