import re


def pack(text):
    if re.search(r"[0-9]", text):
        raise ValueError("a text with digits cannot be packed")
    return re.sub(r"(.)\1{2,}", lambda run: f"{run[1]}{len(run[0])}", text, flags=re.DOTALL)


def unpack(text):
    if re.match(r"[0-9]", text):
        raise ValueError("a digit needs a letter before it")
    return re.sub(r"([^0-9])([0-9]+)", lambda pair: pair[1] * int(pair[2]), text, flags=re.DOTALL)
