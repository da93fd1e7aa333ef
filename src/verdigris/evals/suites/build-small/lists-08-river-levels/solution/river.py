def level_changes(levels):
    return [levels[i] - levels[i - 1] for i in range(1, len(levels))]
