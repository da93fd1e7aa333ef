def number_lines(text, start=1):
    lines = text.splitlines()
    filled = sum(1 for line in lines if line.strip())
    if not filled:
        return ""
    width = max(len(str(start)), len(str(start + filled - 1)))
    number, out = start, []
    for line in lines:
        if line.strip():
            out.append(f"{number:>{width}}: {line}")
            number += 1
        else:
            out.append("")
    return "\n".join(out)
