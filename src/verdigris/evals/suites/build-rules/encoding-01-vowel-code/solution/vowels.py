FORTH = str.maketrans("aeiouAEIOU", "eiouaEIOUA")
BACK = str.maketrans("eiouaEIOUA", "aeiouAEIOU")


def encode(text):
    return text.translate(FORTH)


def decode(text):
    return text.translate(BACK)
