"""Python with pytest: `language` is the door."""
