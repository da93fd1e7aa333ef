from hub.hub import Hub
from hub.sensor import Reading, Sensor

__all__ = ["Hub", "Reading", "Sensor"]
