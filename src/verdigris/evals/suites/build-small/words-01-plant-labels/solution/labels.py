def plant_label(name, days):
    rhythm = "day" if days == 1 else f"{days} days"
    return f"{name.upper()} - water every {rhythm}"
