"""A household book."""
