import sys

print(max((len(line.rstrip("\n")) for line in sys.stdin), default=0))
