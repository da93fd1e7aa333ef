"""Run jobs that depend on each other."""
