"""Subscriptions and their bills."""

from subs.billing import Biller
from subs.plans import CATALOGUE, Plan
from subs.store import Store
from subs.subscriptions import Subscription

__all__ = ["CATALOGUE", "Biller", "Plan", "Store", "Subscription"]
