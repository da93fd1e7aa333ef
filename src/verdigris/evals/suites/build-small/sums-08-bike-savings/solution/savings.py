def weeks_to_save(price, saved, weekly):
    if saved >= price:
        return 0
    if weekly == 0:
        return None
    weeks = 0
    while saved < price:
        saved += weekly
        weeks += 1
    return weeks
