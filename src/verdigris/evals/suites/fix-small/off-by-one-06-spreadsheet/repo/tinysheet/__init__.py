"""A spreadsheet without a window."""

from tinysheet.errors import SheetError
from tinysheet.refs import Ref
from tinysheet.sheet import Sheet

__all__ = ["Ref", "Sheet", "SheetError"]
