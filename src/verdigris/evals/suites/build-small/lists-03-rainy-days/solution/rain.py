def rainy_days(rain, limit):
    return [day for day, amount in enumerate(rain, start=1) if amount > limit]
