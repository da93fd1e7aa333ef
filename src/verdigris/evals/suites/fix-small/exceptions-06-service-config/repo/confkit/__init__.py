"""Configuration of a service: several files over one another, checked, and reloaded at run time."""

from confkit.errors import ConfigError
from confkit.loading import Loaded, load
from confkit.watch import Watched

__all__ = ["ConfigError", "Loaded", "Watched", "load"]
