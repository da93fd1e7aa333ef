"""Doing things again that failed for a passing reason."""

from retrying.call import Attempt, call, retrying
from retrying.policy import Policy

__all__ = ["Attempt", "Policy", "call", "retrying"]
