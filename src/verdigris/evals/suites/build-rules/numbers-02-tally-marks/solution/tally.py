def tally(n):
    if n < 0:
        raise ValueError("there are no negative tally marks")
    groups = ["||||/"] * (n // 5)
    if n % 5:
        groups.append("|" * (n % 5))
    return " ".join(groups)


def count_marks(text):
    return text.count("|") + text.count("/")
