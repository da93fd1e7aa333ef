"""Sends mails in batches, so that no server gets too many at once."""


def batches(mails, room):
    """The mails in lists of at most `room` characters; a longer one goes alone."""
    if room < 1:
        raise ValueError("a batch holds something")
    made, batch, load = [], [], 0
    for mail in mails:
        if load + len(mail) > room:
            if batch:
                made.append(batch)
            batch, load = [], 0
        batch.append(mail)
        load += len(mail)
    if batch:
        made.append(batch)
    return made


class Mailing:
    def __init__(self, send, room=5000):
        self._send = send
        self._room = room
        self.sent = 0
        self.failed = []

    def run(self, mails):
        """Send all; how many batches it took."""
        parts = batches(mails, self._room)
        for batch in parts:
            try:
                self._send(batch)
            except OSError:
                self.failed.extend(batch)
            else:
                self.sent += len(batch)
        return len(parts)

    def summary(self):
        return f"{self.sent} sent, {len(self.failed)} failed"
