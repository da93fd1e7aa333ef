def quote_reply(text):
    quoted = []
    for line in text.splitlines():
        if not line.strip():
            quoted.append(">")
        elif line.startswith(">"):
            quoted.append(">" + line)
        else:
            quoted.append("> " + line)
    return "\n".join(quoted)
