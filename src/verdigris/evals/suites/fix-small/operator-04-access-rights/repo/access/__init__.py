"""Rights of people on shared folders."""
