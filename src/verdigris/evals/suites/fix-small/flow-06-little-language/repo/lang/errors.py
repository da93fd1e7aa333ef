class LangError(Exception):
    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class BadSyntax(LangError):
    pass


class Failed(LangError):
    """Something went wrong while the program ran."""
