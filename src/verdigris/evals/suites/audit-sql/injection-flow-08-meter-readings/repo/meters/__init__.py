"""Electricity meters: readings, and reports over them."""
