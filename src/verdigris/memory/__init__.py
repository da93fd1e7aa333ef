"""What runs remember: within one run, and from one run to the next.

short_term  how the run is doing, and what it tells its next prompt; pure
base        the MemoryStore seam
worth       which card comes first, and which has stopped helping; pure
modes       memory on, off and shuffled, as wrappers of the seams
keeping     looking through the cards, forgetting, handing on; for people
safe        what may be kept of a card: nothing that looks like a credential
in_memory   a store that forgets when the process ends; the fake for tests and benchmarks
documents   the Documents seam, and its fake; documents_store is the MemoryStore over it
packing     a card as text that fits a store with limits, and back; pure
embedded    documents over an engine that keeps vectors beside them
boxed       such an engine in a process of its own (engines/): Chroma or Mem0 in a folder
chroma_server, mem0_api  Chroma's server and Mem0's service, over HTTP (remote)
opening     from `memory.url` to one of these
sql         a store in the database
delivering  a store beside a shared one: written here, told there, asked together
delivering_patterns  the same for templates and tallies
elsewhere   how a shared memory is asked: within limits, and left out when it fails
shared_database  the one that is a database, or any other store of cards
letters     what it is told: nothing of this machine, nothing of strangers
receiving   letters as they arrive there
strangers   a card as a stranger's
patterns    the PatternStore seam: templates, and how they and the operators fare; its fake
patterns_sql  the same in the database
scoring     what that experience is worth; pure
"""
