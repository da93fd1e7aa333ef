"""All metrics of a process, under unique names."""

from __future__ import annotations

from collections.abc import Iterator

from metrics.counter import Counter
from metrics.histogram import Histogram


class Registry:
    def __init__(self) -> None:
        self._metrics: dict[str, Counter | Histogram] = {}

    def register(self, metric: Counter | Histogram) -> None:
        if metric.name in self._metrics:
            raise ValueError(f"{metric.name} is registered already")
        self._metrics[metric.name] = metric

    def text(self) -> str:
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        for name, metric in sorted(self._metrics.items()):
            yield f"# HELP {name} {metric.help_text}"
            yield f"# TYPE {name} {metric.kind}"
            for sample, labels, value in metric.samples():
                shown = ",".join(f'{key}="{word}"' for key, word in labels)
                yield f"{sample}{{{shown}}} {value:g}" if shown else f"{sample} {value:g}"
