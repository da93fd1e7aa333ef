def cheer(name):
    return "".join(letter * 3 if letter in "aeiou" else letter for letter in name) + "!"
