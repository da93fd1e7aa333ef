def locker_tag(first, last):
    return f"{last[:3]}-{first[0]}".upper()
