def recipe_line(line):
    return line.split("#")[0].strip()
