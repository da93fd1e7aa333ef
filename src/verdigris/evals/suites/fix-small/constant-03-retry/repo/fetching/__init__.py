"""A small client that tries again when a server is busy. Times are in milliseconds."""
