"""Reads playlists in the M3U format."""

from collections.abc import Iterable
from typing import NamedTuple


class Track(NamedTuple):
    path: str
    title: str = ""
    seconds: int = -1


def read(lines: Iterable[str]) -> list[Track]:
    """Return the tracks of a playlist. Comments and entries that cannot be read are left out."""
    tracks: list[Track] = []
    title, seconds = "", -1
    for line in lines:
        line = line.strip()
        if not line:
            continue
        if line.startswith("#EXTINF:"):
            length, _, title = line.removeprefix("#EXTINF:").partition(",")
            seconds = int(length) if length.strip("-").isdigit() else -1
            continue
        if line.startswith("#"):
            continue
        tracks.append(Track(line, title.strip(), seconds))
        title, seconds = "", -1
    return tracks


def total_seconds(tracks: Iterable[Track]) -> int:
    """Add up the lengths that are known."""
    return sum(track.seconds for track in tracks if track.seconds > 0)


def write(tracks: Iterable[Track]) -> str:
    lines = ["#EXTM3U"]
    for track in tracks:
        if track.title or track.seconds >= 0:
            lines.append(f"#EXTINF:{track.seconds},{track.title}")
        lines.append(track.path)
    return "\n".join(lines) + "\n"
