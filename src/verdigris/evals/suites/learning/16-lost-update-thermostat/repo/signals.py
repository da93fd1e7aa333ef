"""Telling others that something has changed."""


class Signal:
    def __init__(self):
        self._listeners = []

    def connect(self, listener):
        self._listeners.append(listener)

    def send(self, value):
        for listener in self._listeners:
            listener(value)
