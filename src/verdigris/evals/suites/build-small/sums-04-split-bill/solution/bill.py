def split_bill(cents, friends):
    share, rest = divmod(cents, friends)
    return [share + 1] * rest + [share] * (friends - rest)
