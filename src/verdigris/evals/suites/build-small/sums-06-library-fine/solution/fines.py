from datetime import date


def fine(due, returned):
    days = (date.fromisoformat(returned) - date.fromisoformat(due)).days
    return min(max(days, 0) * 20, 500)
