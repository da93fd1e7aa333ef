"""Number the steps of a recipe."""


def number_steps(text):
    """Return the recipe with its steps numbered under each heading."""
    lines = []
    number = 0
    for line in text.splitlines():
        if not line.strip():
            continue
        if line.startswith("#"):
            number = 0
            lines.append(line)
        else:
            number += 1
            lines.append(f"{number}. {line}")
    return "\n".join(lines)
