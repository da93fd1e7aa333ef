def of_kind(names, kind):
    ending = "." + kind.lower()
    return [name for name in names if name.lower().endswith(ending)]
