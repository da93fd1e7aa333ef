"""The fixtures of `past_run`, for every test of this folder."""

from past_run import made, place

__all__ = ["made", "place"]
