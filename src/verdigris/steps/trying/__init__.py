"""Trying candidates on the tests. What is tried here is ranked; `execute` is what judges."""
