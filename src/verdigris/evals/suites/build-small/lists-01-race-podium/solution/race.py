def podium(times):
    return sorted(times, key=times.get)[:3]
