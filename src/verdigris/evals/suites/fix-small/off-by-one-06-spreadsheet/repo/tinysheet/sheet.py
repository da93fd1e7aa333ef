"""The cells, and their values as far as they were worked out."""

from __future__ import annotations

from tinysheet.errors import Circular, SheetError
from tinysheet.evaluate import evaluate
from tinysheet.formats import show, typed
from tinysheet.functions import Value
from tinysheet.nodes import Node
from tinysheet.parser import parse
from tinysheet.refs import Range, Ref


class Sheet:
    def __init__(self) -> None:
        self._texts: dict[Ref, str] = {}
        self._formulas: dict[Ref, Node | SheetError] = {}
        self._values: dict[Ref, Value | SheetError] = {}
        self._working: list[Ref] = []

    def __setitem__(self, place: str | Ref, text: str) -> None:
        """Type something into a cell; an empty text clears it."""
        ref = Ref.parse(place) if isinstance(place, str) else place
        self._values.clear()
        self._formulas.pop(ref, None)
        if not text:
            self._texts.pop(ref, None)
            return
        self._texts[ref] = text
        if text.startswith("="):
            try:
                self._formulas[ref] = parse(text[1:])
            except SheetError as error:
                self._formulas[ref] = error

    def __getitem__(self, place: str | Ref) -> Value:
        """The value of a cell. Raises the SheetError that the cell shows."""
        ref = Ref.parse(place) if isinstance(place, str) else place
        if ref not in self._values:
            self._values[ref] = self._work_out(ref)
        value = self._values[ref]
        if isinstance(value, SheetError):
            raise value
        return value

    def text(self, place: str | Ref) -> str:
        """What was typed."""
        ref = Ref.parse(place) if isinstance(place, str) else place
        return self._texts.get(ref, "")

    def shown(self, place: str | Ref) -> str:
        try:
            return show(self[place])
        except SheetError as error:
            return error.code

    def used(self) -> Range | None:
        """The smallest range from A1 with everything in it."""
        if not self._texts:
            return None
        last = Ref(max(ref.row for ref in self._texts), max(ref.column for ref in self._texts))
        return Range(Ref(0, 0), last)

    def _work_out(self, ref: Ref) -> Value | SheetError:
        formula = self._formulas.get(ref)
        if formula is None:
            return typed(self._texts.get(ref, ""))
        if isinstance(formula, SheetError):
            return formula
        if ref in self._working:
            return Circular(" > ".join(map(str, (*self._working, ref))))
        self._working.append(ref)
        try:
            return evaluate(formula, self.__getitem__)
        except SheetError as error:
            return error
        finally:
            self._working.pop()
