def ready_at(start, minutes):
    hour, minute = start.split(":")
    total = (int(hour) * 60 + int(minute) + minutes) % (24 * 60)
    return f"{total // 60:02}:{total % 60:02}"
