"""Settings: one typed tree, and the only place that reads the environment.

Order, weakest first: defaults, the user file, `verdigris.toml` in the project, `.env` in the
project, environment variables (`VERDIGRIS_LIMITS__MAX_ITERS=8`), command-line flags.

tree         every setting with its default
trust        what a project may set, being a stranger's
loading      from files, variables and flags to settings, with where each value came from
machine      the few facts of the shell that are no settings
interpreter  the Python a user has named, and what may be wrong with it
"""

from verdigris.settings.loading import (
    KEY_VARIABLES,
    LISTS,
    PREFIX,
    Loaded,
    known_names,
    load,
    user_file,
)
from verdigris.settings.machine import Machine
from verdigris.settings.tree import (
    Checks,
    EditFormat,
    Edits,
    Keys,
    Local,
    Models,
    Paths,
    Providers,
    Roles,
    SandboxSettings,
    Settings,
    SuiteSettings,
    split_names,
)
from verdigris.settings.trust import OPEN, OWN_KEYS, TRUSTED_ONLY

__all__ = [
    "KEY_VARIABLES",
    "LISTS",
    "OPEN",
    "OWN_KEYS",
    "PREFIX",
    "TRUSTED_ONLY",
    "Checks",
    "EditFormat",
    "Edits",
    "Keys",
    "Loaded",
    "Local",
    "Machine",
    "Models",
    "Paths",
    "Providers",
    "Roles",
    "SandboxSettings",
    "Settings",
    "SuiteSettings",
    "known_names",
    "load",
    "split_names",
    "user_file",
]
