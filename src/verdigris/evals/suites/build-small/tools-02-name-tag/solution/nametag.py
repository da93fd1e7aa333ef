import sys

text = " ".join(sys.argv[1:])
edge = "+" + "-" * (len(text) + 2) + "+"
print(edge)
print("| " + text + " |")
print(edge)
