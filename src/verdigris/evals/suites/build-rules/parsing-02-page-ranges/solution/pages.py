import re


def parse_pages(text):
    pages = set()
    for part in text.split(","):
        found = re.fullmatch(r"\s*([0-9]+)\s*(?:-\s*([0-9]+)\s*)?", part)
        if not found:
            raise ValueError(f"not a page or a range: {part}")
        first = int(found[1])
        last = int(found[2]) if found[2] else first
        if first < 1 or last < first:
            raise ValueError(f"not a range of pages: {part}")
        pages.update(range(first, last + 1))
    return sorted(pages)


def format_pages(numbers):
    runs = []
    for page in sorted(set(numbers)):
        if runs and runs[-1][-1] == page - 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    parts = []
    for run in runs:
        if len(run) > 2:
            parts.append(f"{run[0]}-{run[-1]}")
        else:
            parts.extend(map(str, run))
    return ",".join(parts)
