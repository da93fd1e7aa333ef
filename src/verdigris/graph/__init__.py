"""The knowledge graph: which run did what to which file, because of which failure.

facts       from events and cards to nodes and links; pure
base        the GraphStore seam
in_memory   a graph that is gone when the process ends; the fake
relational  the graph in two tables of the database, written in the run's own transactions
questions   the same for reading: what the tables answer
walking     from the nodes around a run to a story; pure
asking      finding the run or failure that is meant, by its beginning
addresses   from the URL a user writes to a server; opens nothing
neo4j       the graph in Neo4j, or in a server that speaks its protocol
cypher      the statements for it
faults      from its driver's errors to ours
letters     what is posted for Neo4j, and sending it
"""
