def loudest_line(text):
    return max(text.split("\n"), key=lambda line: line.count("!"))
