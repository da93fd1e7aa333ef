import re
from decimal import Decimal

UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30}


def parse_size(text):
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([a-z]*)", text.strip().lower())
    if not found or found[2] not in UNITS:
        raise ValueError(f"not a size: {text}")
    return int(Decimal(found[1]) * UNITS[found[2]])
