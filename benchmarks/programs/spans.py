"""Half-open spans of numbers."""


def check(span):
    start, end = span
    if end < start:
        raise ValueError("a span ends before it starts")
    return start, end


def length(span):
    start, end = check(span)
    return end - start


def touches(one, other):
    return one[0] <= other[1] and other[0] <= one[1]


def join(one, other):
    return min(one[0], other[0]), max(one[1], other[1])


def merged(spans):
    result = []
    for span in sorted(check(span) for span in spans):
        if result and touches(result[-1], span):
            result[-1] = join(result[-1], span)
        else:
            result.append(span)
    return result


def covered(spans):
    total = 0
    for span in merged(spans):
        total += length(span)
    return total


def gaps(spans, within):
    first, last = check(within)
    found = []
    at = first
    for start, end in merged(spans):
        if start > last:
            break
        if start > at:
            found.append((at, start))
        at = max(at, end)
    if at < last:
        found.append((at, last))
    return found
