import re


def is_parcel_code(code):
    return re.fullmatch("[A-Z]{2}[0-9]{4}", code) is not None
