def backup_name(name, day):
    place = name.rfind(".")
    if place <= 0:
        place = len(name)
    return f"{name[:place]}-{day}{name[place:]}"
