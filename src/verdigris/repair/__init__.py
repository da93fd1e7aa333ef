"""Finding and mending faults without a model.

localise   which functions may hold the fault, ranked, with reasons
"""
