class SiteError(Exception):
    pass


class BadPost(SiteError):
    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
