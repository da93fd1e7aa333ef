def crop(rows, empty="."):
    filled = [number for number, row in enumerate(rows) if row.strip(empty)]
    if not filled:
        return []
    kept = rows[filled[0] : filled[-1] + 1]
    left = min(len(row) - len(row.lstrip(empty)) for row in kept)
    right = max(len(row.rstrip(empty)) for row in kept)
    return [row[left:right] for row in kept]
