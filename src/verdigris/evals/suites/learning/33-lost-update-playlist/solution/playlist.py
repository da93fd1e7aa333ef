"""A playlist with a heading that is made anew when the tracks change."""


def clock(seconds):
    return f"{seconds // 60}:{seconds % 60:02d}"


class Playlist:
    def __init__(self, name):
        self.name = name
        self._tracks = []
        self.heading = ""
        self._write()

    def add(self, title, seconds):
        self._tracks.append((title, seconds))
        self._write()

    def drop(self, title):
        """Take a track out by its title."""
        kept = [track for track in self._tracks if track[0] != title]
        found = len(kept) < len(self._tracks)
        self._tracks = kept
        self._write()
        return found

    def rename(self, name):
        self.name = name
        self._write()

    def swap(self, first, second):
        """Let two tracks change places."""
        tracks = self._tracks
        tracks[first], tracks[second] = tracks[second], tracks[first]

    def titles(self):
        return [title for title, _ in self._tracks]

    def _write(self):
        length = sum(seconds for _, seconds in self._tracks)
        self.heading = f"{self.name} ({len(self._tracks)}, {clock(length)})"
