"""Appointments of a group practice."""
