def next_bus(times, now):
    later = [time for time in times if time >= now]
    return min(later or times, default=None)
