"""Ways through a network of places."""

import heapq


def neighbours(edges, place):
    found = {}
    for start, end, cost in edges:
        if start == place:
            found[end] = min(cost, found.get(end, cost))
        if end == place:
            found[start] = min(cost, found.get(start, cost))
    return found


def reachable(edges, start):
    seen = {start}
    waiting = [start]
    while waiting:
        place = waiting.pop()
        for other in neighbours(edges, place):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


def cheapest(edges, start, goal):
    best = {start: 0}
    before = {}
    queue = [(0, start)]
    while queue:
        cost, place = heapq.heappop(queue)
        if place == goal:
            break
        if cost > best[place]:
            continue
        for other, step in neighbours(edges, place).items():
            reached = cost + step
            if other not in best or reached < best[other]:
                best[other] = reached
                before[other] = place
                heapq.heappush(queue, (reached, other))
    if goal not in best:
        return None
    return best[goal], way_back(before, start, goal)


def way_back(before, start, goal):
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]


def groups(edges, places):
    left = sorted(places)
    found = []
    while left:
        group = reachable(edges, left[0])
        found.append(sorted(group & set(places)))
        left = [place for place in left if place not in group]
    return found


def is_tree(edges, places):
    return len(groups(edges, places)) == 1 and len(edges) == len(places) - 1
