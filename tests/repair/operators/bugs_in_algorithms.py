"""Small algorithms as they should be, and faults that people make in them. Data only, never run.

A row names an operator that must mend it, the right piece of code and the wrong one.
"""

# One fault a line reads best, however long it is.
# ruff: noqa: E501
# fmt: off
from __future__ import annotations

Row = tuple[str, str, str]

PROGRAMS: list[tuple[str, list[Row]]] = [
    (
        """\
def find(items, wanted):
    low, high = 0, len(items) - 1
    while low <= high:
        middle = (low + high) // 2
        if items[middle] == wanted:
            return middle
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1
""",
        [
            ("compare.boundary", "while low <= high", "while low < high"),
            ("constant.off", "low = middle + 1", "low = middle"),
            ("arithmetic.regrouped", "(low + high) // 2", "low + high // 2"),
            ("arithmetic.other", "(low + high) // 2", "(low + high) / 2"),
            ("compare.turned", "items[middle] < wanted", "items[middle] > wanted"),
            ("name.variable", "high = middle - 1", "low = middle - 1"),
            ("return.other", "return middle\n", "return\n"),
            ("constant.off", "0, len(items) - 1", "0, len(items)"),
            ("constant.number", "return -1", "return 1"),
        ],
    ),
    (
        """\
def gcd(a, b):
    while b:
        a, b = b, a % b
    return abs(a)


def lcm(a, b):
    if a == 0 or b == 0:
        return 0
    return abs(a * b) // gcd(a, b)
""",
        [
            ("loop.targets", "a, b = b, a % b", "b, a = b, a % b"),
            ("arithmetic.swapped", "b, a % b", "b, b % a"),
            ("wrap.added", "return abs(a)\n", "return a\n"),
            ("arithmetic.other", "abs(a * b) //", "abs(a + b) //"),
            ("boolean.other", "a == 0 or b == 0", "a == 0 and b == 0"),
            ("loop.repeated", "while b:", "if b:"),
            ("name.variable", "gcd(a, b)\n", "gcd(a, a)\n"),
        ],
    ),
    (
        """\
def is_prime(n):
    if n <= 1:
        return False
    divisor = 2
    while divisor * divisor <= n:
        if n % divisor == 0:
            return False
        divisor += 1
    return True


def primes_up_to(limit):
    return [n for n in range(2, limit + 1) if is_prime(n)]
""",
        [
            ("guard.early", "    if n <= 1:\n        return False\n    divisor", "    divisor"),
            ("compare.boundary", "divisor * divisor <= n", "divisor * divisor < n"),
            ("arithmetic.other", "n % divisor == 0", "n // divisor == 0"),
            ("update.forgotten", "            return False\n        divisor += 1", "            return False"),
            ("constant.truth", "return False\n        divisor", "return True\n        divisor"),
            ("loop.range", "range(2, limit + 1)", "range(2, limit)"),
            ("constant.number", "range(2,", "range(1,"),
            ("boolean.negated", "if is_prime(n)]", "if not is_prime(n)]"),
        ],
    ),
    (
        """\
def merge_sort(values):
    if len(values) <= 1:
        return list(values)
    middle = len(values) // 2
    left = merge_sort(values[:middle])
    right = merge_sort(values[middle:])
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    merged.extend(left[i:])
    merged.extend(right[j:])
    return merged
""",
        [
            ("compare.boundary", "len(values) <= 1", "len(values) < 1"),
            ("index.bounds", "values[middle:]", "values[middle + 1:]"),
            ("boolean.other", "len(left) and j", "len(left) or j"),
            ("name.variable", "merged.append(right[j])", "merged.append(right[i])"),
            ("statement.repeated", "    merged.extend(left[i:])\n    merged.extend(right[j:])\n", "    merged.extend(left[i:])\n"),
            ("update.forgotten", "            merged.append(right[j])\n            j += 1", "            merged.append(right[j])"),
            ("name.expression", "merged.append(right[j])", "merged.append(left[i])"),
            ("method.neighbour", "merged.extend(left[i:])", "merged.append(left[i:])"),
            ("index.bounds", "values[:middle]", "values[:middle - 1]"),
            ("compare.turned", "left[i] <= right[j]", "left[i] >= right[j]"),
        ],
    ),
    (
        """\
def bfs(graph, start, goal):
    queue = [start]
    seen = {start}
    while queue:
        node = queue.pop(0)
        if node == goal:
            return True
        for neighbour in graph.get(node, []):
            if neighbour not in seen:
                seen.add(neighbour)
                queue.append(neighbour)
    return False
""",
        [
            ("update.forgotten", "                seen.add(neighbour)\n", ""),
            ("compare.opposite", "neighbour not in seen", "neighbour in seen"),
            ("name.variable", "queue.append(neighbour)", "queue.append(node)"),
            ("method.default", "graph.get(node, [])", "graph[node]"),
            ("constant.truth", "return True", "return False"),
            ("name.variable", "graph.get(node, [])", "graph.get(start, [])"),
            ("constant.number", "queue.pop(0)", "queue.pop(1)"),
        ],
    ),
    (
        """\
def topological(graph):
    order, state = [], {}

    def visit(node):
        if state.get(node) == "done":
            return
        if state.get(node) == "open":
            raise ValueError(f"cycle at {node}")
        state[node] = "open"
        for after in graph.get(node, ()):
            visit(after)
        state[node] = "done"
        order.append(node)

    for node in graph:
        visit(node)
    return order[::-1]
""",
        [
            ("index.bounds", "order[::-1]", "order[:]"),
            ("index.sliced", "return order[::-1]", "return order"),
            ("constant.shared", 'state[node] = "done"', 'state[node] = "open"'),
            ("error.raised", "raise ValueError", "raise KeyError"),
            ("name.variable", "visit(after)", "visit(node)"),
            ("statement.moved", '        for after in graph.get(node, ()):\n            visit(after)\n        state[node] = "done"\n', '        for after in graph.get(node, ()):\n            visit(after)\n            state[node] = "done"\n'),
            ("missing.raise", 'raise ValueError(f"cycle at {node}")', 'ValueError(f"cycle at {node}")'),
        ],
    ),
    (
        """\
def levenshtein(a, b):
    previous = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        current = [i]
        for j, right in enumerate(b, 1):
            cost = 0 if left == right else 1
            current.append(min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost))
        previous = current
    return previous[-1]
""",
        [
            ("boolean.chosen", "0 if left == right else 1", "1 if left == right else 0"),
            ("loop.walked", "enumerate(b, 1)", "enumerate(b)"),
            ("update.forgotten", "        previous = current\n", ""),
            ("name.function", "current.append(min(", "current.append(max("),
            ("index.other", "return previous[-1]", "return previous[0]"),
            ("name.variable", "previous[j - 1] + cost", "current[j - 1] + cost"),
            ("constant.off", "range(len(b) + 1)", "range(len(b))"),
            ("constant.off", "min(previous[j] + 1,", "min(previous[j],"),
        ],
    ),
    (
        """\
def fibonacci(n):
    \"\"\"The n-th number, counting from zero.\"\"\"
    first, second = 0, 1
    for _ in range(n):
        first, second = second, first + second
    return first


def factorial(n):
    if n < 0:
        raise ValueError("negative")
    return 1 if n == 0 else n * factorial(n - 1)
""",
        [
            ("constant.number", "first, second = 0, 1", "first, second = 1, 1"),
            ("name.variable", "return first\n", "return second\n"),
            ("loop.range", "range(n)", "range(n - 1)"),
            ("arithmetic.other", "second, first + second", "second, first - second"),
            ("constant.number", "n == 0 else", "n == 1 else"),
            ("constant.off", "factorial(n - 1)", "factorial(n)"),
            ("arithmetic.other", "n * factorial", "n + factorial"),
            ("constant.number", "return 1 if n", "return 0 if n"),
        ],
    ),
    (
        """\
def transpose(matrix):
    rows, cols = len(matrix), len(matrix[0])
    result = [[0] * rows for _ in range(cols)]
    for row in range(rows):
        for col in range(cols):
            result[col][row] = matrix[row][col]
    return result


def rotate(grid):
    return [list(line) for line in zip(*grid[::-1])]
""",
        [
            ("index.crossed", "result[col][row] =", "result[row][col] ="),
            ("name.variable", "for _ in range(cols)]", "for _ in range(rows)]"),
            ("index.other", "len(matrix[0])", "len(matrix[1])"),
            ("call.unpacked", "zip(*grid[::-1])", "zip(grid[::-1])"),
            ("wrap.added", "[list(line) for", "[line for"),
            ("name.variable", "for col in range(cols):", "for col in range(rows):"),
        ],
    ),
    (
        """\
def permutations(items):
    if not items:
        return [[]]
    found = []
    for index, item in enumerate(items):
        rest = items[:index] + items[index + 1 :]
        for tail in permutations(rest):
            found.append([item] + tail)
    return found


def subsets(items):
    result = [[]]
    for item in items:
        result += [subset + [item] for subset in result]
    return result
""",
        [
            ("constant.literal", "return [[]]", "return []"),
            ("index.bounds", "items[index + 1 :]", "items[index :]"),
            ("name.variable", "permutations(rest)", "permutations(items)"),
            ("constant.nested", "[item] + tail", "item + tail"),
            ("arithmetic.gathered", "result += [subset", "result = [subset"),
            ("constant.literal", "result = [[]]", "result = []"),
            ("name.bound", "[subset + [item]", "[result + [item]"),
            ("boolean.negated", "if not items:", "if items:"),
        ],
    ),
    (
        """\
def best_profit(prices):
    best = 0
    lowest = prices[0] if prices else 0
    for price in prices:
        lowest = min(lowest, price)
        best = max(best, price - lowest)
    return best


def longest_run(values):
    best = run = 0
    previous = None
    for value in values:
        run = run + 1 if value == previous else 1
        best = max(best, run)
        previous = value
    return best
""",
        [
            ("wrap.bounded", "lowest = min(lowest, price)", "lowest = price"),
            ("arithmetic.swapped", "price - lowest)", "lowest - price)"),
            ("guard.value", "prices[0] if prices else 0", "prices[0]"),
            ("wrap.bounded", "best = max(best, run)", "best = run"),
            ("update.forgotten", "        previous = value\n", ""),
            ("constant.number", "else 1\n", "else 0\n"),
            ("compare.opposite", "value == previous", "value != previous"),
            ("name.function", "best = max(best, price", "best = min(best, price"),
        ],
    ),
    (
        """\
def sieve(limit):
    flags = [True] * (limit + 1)
    flags[0] = flags[1] = False
    for number in range(2, limit + 1):
        if flags[number]:
            for multiple in range(number * number, limit + 1, number):
                flags[multiple] = False
    return [number for number, flag in enumerate(flags) if flag]


def digits(number, base=10):
    found = []
    while number > 0:
        found.append(number % base)
        number //= base
    return found[::-1] or [0]
""",
        [
            ("constant.off", "[True] * (limit + 1)", "[True] * limit"),
            ("name.variable", "flags[multiple] = False", "flags[number] = False"),
            ("loop.sifted", "in enumerate(flags) if flag]", "in enumerate(flags)]"),
            ("arithmetic.augmented", "number //= base", "number /= base"),
            ("compare.boundary", "while number > 0", "while number >= 0"),
            ("arithmetic.other", "number % base", "number // base"),
            ("loop.targets", "for number, flag in", "for flag, number in"),
        ],
    ),
    (
        """\
def balanced(text):
    pairs = {")": "(", "]": "[", "}": "{"}
    stack = []
    for sign in text:
        if sign in pairs.values():
            stack.append(sign)
        elif sign in pairs:
            if not stack or stack.pop() != pairs[sign]:
                return False
    return not stack
""",
        [
            ("method.neighbour", "in pairs.values()", "in pairs.keys()"),
            ("boolean.guarded", "if not stack or stack.pop() != pairs[sign]", "if stack.pop() != pairs[sign]"),
            ("constant.truth", "return False", "return True"),
            ("boolean.other", "not stack or stack.pop()", "not stack and stack.pop()"),
            ("branch.chained", "        elif sign in pairs:", "        if sign in pairs:"),
            ("compare.opposite", "stack.pop() != pairs", "stack.pop() == pairs"),
            ("method.neighbour", "stack.append(sign)", "stack.extend(sign)"),
        ],
    ),
    (
        """\
def knapsack(items, capacity):
    best = [0] * (capacity + 1)
    for weight, value in items:
        for room in range(capacity, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + value)
    return best[capacity]


def partition(values, low, high):
    pivot = values[high]
    border = low
    for index in range(low, high):
        if values[index] < pivot:
            values[border], values[index] = values[index], values[border]
            border += 1
    values[border], values[high] = values[high], values[border]
    return border
""",
        [
            ("loop.targets", "for weight, value in items", "for value, weight in items"),
            ("loop.range", "range(capacity, weight - 1, -1)", "range(capacity, weight, -1)"),
            ("name.variable", "best[room - weight] + value", "best[room - weight] + weight"),
            ("name.variable", "values[high]\n    border", "values[low]\n    border"),
            ("update.forgotten", "            border += 1\n", ""),
            ("compare.turned", "values[index] < pivot", "values[index] > pivot"),
            ("name.variable", "return border", "return pivot"),
            ("loop.range", "range(low, high)", "range(low + 1, high)"),
        ],
    ),
]
