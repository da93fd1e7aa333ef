from collections import Counter


def winner(votes):
    best = Counter(vote.strip().lower() for vote in votes).most_common(2)
    if not best or (len(best) == 2 and best[0][1] == best[1][1]):
        return None
    return best[0][0]
