import sys

numbers = [float(word) for word in sys.argv[1:]]
if not numbers:
    print("no numbers")
    sys.exit(1)
print(f"{sum(numbers) / len(numbers):.1f}")
