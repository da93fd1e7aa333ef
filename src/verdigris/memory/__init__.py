"""What runs remember: within one run, and from one run to the next.

short_term  how the run is doing, and what it tells its next prompt; pure
base        the MemoryStore seam
worth       which card comes first, and which has stopped helping; pure
modes       memory on, off and shuffled, as wrappers of the seams
keeping     looking through the cards, forgetting, handing on; for people
safe        what may be kept of a card: nothing that looks like a credential
in_memory   a store that forgets when the process ends; the fake for tests and benchmarks
sql         a store in the database
rows        cards as they are written there; `reading` reads them
owned       what an iteration owns of it, for forgetting
strangers   a card as a stranger's
patterns    the PatternStore seam: templates, and how they and the operators fare; its fake
patterns_sql  the same in the database
scoring     what that experience is worth; pure
likeness/   which failures read alike
documents/  a store over Chroma and Mem0
shared/     one memory for several machines: opened, told, asked
"""
