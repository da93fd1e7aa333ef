"""Sinks of the one event stream. No step knows who listens.

bus        stamps events and hands them to the listeners in order
terminal   what a person sees
jsonlog    one JSON object a line, beside the run
recorder   the database
"""
