def price_tag(cents):
    if cents == 0:
        return "FREE"
    return f"${cents // 100}.{cents % 100:02}"
