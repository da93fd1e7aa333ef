"""Finding and mending faults without a model.

localise   which lines and functions may hold the fault, ranked, with reasons: what the tests were
           seen to run (runs, spectrum), what the failure depends on (facts, code, flow), what its
           message names (messages), weighed against each other (suspicion, ranking)
choice     which of several green candidates is right, and why (points): what its text is like (green,
           edit_shape), what it did with further inputs (properties, habits)
templates  edits with holes, learned from fixes
"""
