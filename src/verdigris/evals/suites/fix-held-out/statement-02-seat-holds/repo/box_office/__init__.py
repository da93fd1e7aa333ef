"""Sell seats of a theatre."""
