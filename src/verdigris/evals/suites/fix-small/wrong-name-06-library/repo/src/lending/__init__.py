"""The lending desk of a town library."""

from lending.catalogue import Catalogue
from lending.desk import Desk
from lending.readers import Readers

__all__ = ["Catalogue", "Desk", "Readers"]
