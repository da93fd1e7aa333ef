"""A dashboard: widgets under one theme."""

from themes import load
from widgets import Widget


class Dashboard:
    def __init__(self, theme: str = "base") -> None:
        self.theme = load(theme)
        self.widgets: list[Widget] = []

    def add(self, *widgets: Widget) -> "Dashboard":
        self.widgets.extend(widgets)
        return self

    def recolour(self, *series: str) -> None:
        """Give this dashboard's charts other colours."""
        self.theme["colours"]["series"] = list(series)

    def draw(self) -> str:
        return "\n".join(widget.draw(self.theme) for widget in self.widgets)
