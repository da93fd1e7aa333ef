"""What is drawn on a dashboard."""

from dataclasses import dataclass, field

from themes import Theme, lookup, merged


@dataclass
class Widget:
    title: str
    style: Theme = field(default_factory=dict)

    def draw(self, theme: Theme) -> str:
        own = merged(theme, self.style)
        size = lookup(own, "font.size")
        return f"<{self.title} {size}pt {lookup(own, 'colours.text')}>"


@dataclass
class Chart(Widget):
    values: list[int] = field(default_factory=list)

    def draw(self, theme: Theme) -> str:
        series = lookup(merged(theme, self.style), "colours.series", ["grey"])
        bars = ",".join(f"{v}:{series[i % len(series)]}" for i, v in enumerate(self.values))
        return f"{super().draw(theme)}[{bars}]"
