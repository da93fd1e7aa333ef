"""Pages are filled into a template: `{{name}}` is escaped, `{{{name}}}` is not."""

import html
import re

from sitekit.errors import SiteError

_HOLE = re.compile(r"\{\{\{(\w+)\}\}\}|\{\{(\w+)\}\}")
PAGE = """\
<!doctype html>
<title>{{title}}</title>
<nav>{{{menu}}}</nav>
<main>
{{{body}}}
</main>
"""


def fill(template: str, **values: str) -> str:
    """Fill a template. Raises SiteError for a hole without a value."""

    def replace(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        if name not in values:
            raise SiteError(f"the template wants '{name}'")
        return values[name] if match[1] else html.escape(values[name])

    return _HOLE.sub(replace, template)
