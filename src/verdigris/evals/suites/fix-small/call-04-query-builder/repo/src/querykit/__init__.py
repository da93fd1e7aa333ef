"""Builds SQL text from small values. Nothing is executed here."""

from querykit.builder import Query, table
from querykit.conditions import Condition, all_of, any_of, eq, gt, is_null, lt
from querykit.render import render

__all__ = ["Condition", "Query", "all_of", "any_of", "eq", "gt", "is_null", "lt", "render", "table"]
