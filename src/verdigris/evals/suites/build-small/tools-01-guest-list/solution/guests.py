import sys

names = sys.argv[1:]
for number, name in enumerate(names, 1):
    print(f"{number}. {name}")
if not names:
    print("no guests yet")
