"""One memory for several machines, beside the one of this machine, which stays the truth.

opening    from `memory.url` to the store it names
database   a database as the shared store
elsewhere  asking it with care: within a time, never in the way
letters    what is told there, and what is not; `taught` of templates
targets    who was ever told
receiving  letters as they arrive
delivering delivering_patterns  the stores that a run sees: written here, told there, asked together
"""
