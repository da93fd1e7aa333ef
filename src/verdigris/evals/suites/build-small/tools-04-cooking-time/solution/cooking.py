import sys

total = sum(int(word) for word in sys.argv[1:])
if total < 60:
    print(f"{total} min")
else:
    print(f"{total // 60} h {total % 60} min")
