"""Fair teams for a relay."""


def deal(runners, count):
    """Deal the runners to count teams, back and forth."""
    if count < 1:
        raise ValueError("there must be at least one team")
    teams = [[] for _ in range(count)]
    for place, runner in enumerate(runners):
        turn, step = divmod(place, count)
        team = step if turn % 2 == 0 else count - 1 - step
        teams[team].append(runner)
    return teams
