import sys

dish = "closed"
with open("menu.txt") as file:
    for line in file:
        day, _, text = line.strip().partition(": ")
        if day == sys.argv[1]:
            dish = text
print(dish)
