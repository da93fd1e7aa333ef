def compare(old, new):
    found = {"added": [], "removed": [], "changed": []}
    _walk(old, new, "", found)
    return {name: sorted(paths) for name, paths in found.items()}


def _walk(old, new, above, found):
    for key in old.keys() | new.keys():
        path = above + key
        if key not in old:
            found["added"].append(path)
        elif key not in new:
            found["removed"].append(path)
        elif isinstance(old[key], dict) and isinstance(new[key], dict):
            _walk(old[key], new[key], path + ".", found)
        elif old[key] != new[key]:
            found["changed"].append(path)
