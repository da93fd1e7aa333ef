import re


def read_settings(text):
    settings = {}
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, sign, value = line.partition("=")
        if not sign or not name.strip():
            raise ValueError(f"line {number} is no setting: {line}")
        settings[name.strip()] = _value(value.strip())
    return settings


def _value(text):
    if re.fullmatch(r"-?[0-9]+", text):
        return int(text)
    if text in ("true", "false"):
        return text == "true"
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return text[1:-1]
    return text
