class FarmError(Exception):
    """Base of what the farm complains about."""


class UnknownJob(FarmError):
    pass


class UnknownPrinter(FarmError):
    pass


class BadJob(FarmError):
    """A job that no printer could ever do."""


class QuotaExceeded(FarmError):
    pass
