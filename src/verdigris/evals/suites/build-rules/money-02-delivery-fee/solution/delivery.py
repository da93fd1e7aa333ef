def delivery_fee(total):
    if total == 0 or total >= 5000:
        return 0
    return 250 if total >= 2000 else 490
