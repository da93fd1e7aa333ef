def readable_name(name):
    if "," not in name:
        return name
    last, first = name.split(", ")
    return f"{first} {last}"
