"""Finding and mending faults without a model. Nothing here runs code of a project.

locating   which lines and functions may hold the fault
operators  small edits that mend small faults
templates  edits with holes, learned from fixes
search     in which order ideas are tried on a bench, and when that ends; waiting: its queue
choosing   which of several green candidates is right

idea       a small edit that is not made yet; bench: where it is tried
source     a Python file for edits: exact places of everything in it (spans, parsing)
equal      when two ideas are the same
"""
