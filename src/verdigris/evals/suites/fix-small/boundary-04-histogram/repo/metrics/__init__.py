"""Counters and histograms, written in the text format that the monitoring reads."""

from metrics.counter import Counter
from metrics.histogram import Histogram
from metrics.registry import Registry

__all__ = ["Counter", "Histogram", "Registry"]
