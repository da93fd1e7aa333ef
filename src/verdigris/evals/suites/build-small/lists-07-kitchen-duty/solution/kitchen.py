def kitchen_duty(names, days):
    if not names:
        return []
    return [names[day % len(names)] for day in range(days)]
