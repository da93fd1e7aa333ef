"""JSON in, JSON out. Who is asking was found out before."""

import json

from club.members import Members


def patch_member(members: Members, member_id: str, payload: str, clerk: bool) -> tuple[int, str]:
    body = json.loads(payload)
    if not isinstance(body, dict):
        return 400, json.dumps({"error": "update needs a set of fields, where each has a value"})
    change = members.patch if clerk else members.patch_own
    member = change(int(member_id), body)
    return (200, json.dumps(member)) if member else (404, "{}")
