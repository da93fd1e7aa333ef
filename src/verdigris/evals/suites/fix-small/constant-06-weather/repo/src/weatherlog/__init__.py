"""Messages of weather stations: read, checked, summed up."""

from weatherlog.collector import Collector
from weatherlog.messages import parse
from weatherlog.readings import Reading

__all__ = ["Collector", "Reading", "parse"]
