"""The statements that write to and ask a graph database that speaks Cypher. Strings only.

Kinds of nodes and links are ours and stand in the text; whatever came from a run is a parameter.
Others may keep nodes of such kinds in the same database: ours have a second label, by which alone
they are written, asked for and removed.
"""

from __future__ import annotations

from verdigris.core.graph import ENDS, LinkKind, NodeKind

PREPARE = ("CREATE CONSTRAINT verdigris_id IF NOT EXISTS FOR (n:Verdigris) REQUIRE n.id IS UNIQUE",)
"""Made before anything is written: without it two writers at once make two nodes of one."""

LED_TO = """
MATCH (c:FixCard:Verdigris)-[*1..2]->(n:Verdigris) WHERE c.id IN $cards
RETURN DISTINCT n.id AS id
"""
FORGET = "UNWIND $cards AS card MATCH (c:FixCard:Verdigris {id: card}) DETACH DELETE c"
DROP_LOOSE = """
UNWIND $ids AS id MATCH (n:Verdigris {id: id}) WHERE NOT (n)<--() DETACH DELETE n
"""

KEYS = """
MATCH (n:{kind}:Verdigris) WHERE n.key STARTS WITH $beginning
RETURN n.key AS key ORDER BY key LIMIT $limit
"""

NODES_AROUND = """
MATCH (:Run:Verdigris {key: $run})-[*0..4]->(n:Verdigris)
RETURN DISTINCT n.id AS id, properties(n) AS properties
"""
LINKS_AROUND = """
MATCH (:Run:Verdigris {key: $run})-[*0..3]->(a:Verdigris)-[l]->(b:Verdigris)
RETURN DISTINCT a.id AS source, type(l) AS kind, b.id AS target, properties(l) AS properties
"""

HOT_FILES = """
MATCH (f:File:Verdigris) WHERE $project = '' OR f.project = $project
OPTIONAL MATCH (f)<-[:CHANGED_FILE]-(i:Iteration)
WITH f, count(DISTINCT i) AS changed, count(DISTINCT CASE WHEN i.green THEN i END) AS green
OPTIONAL MATCH (f)<-[:RETRIEVED_FILE]-(r:Iteration)
WITH f, changed, green, count(DISTINCT r) AS retrieved
OPTIONAL MATCH (f)<-[:CHANGED_FILE]-(c:FixCard)
WITH f, changed, green, retrieved, count(DISTINCT c) AS cards
RETURN f.path AS path, f.project AS project, coalesce(f.project_name, '') AS name,
       changed, green, retrieved, cards
ORDER BY changed DESC, retrieved DESC, path, project LIMIT $limit
"""

_CARDS = """
OPTIONAL MATCH (c)-[:ABOUT]->(s:FailureSignature)
OPTIONAL MATCH (c)-[:CHANGED_FILE]->(f:File)
WITH c, s, collect(DISTINCT f.path) AS files
OPTIONAL MATCH (i:Iteration)-[:HAS_FIX_CARD]->(c)
WITH c, s, files, count(DISTINCT i) AS times
OPTIONAL MATCH (r:Iteration)-[:RECALLED]->(c)
RETURN c.key AS key, properties(c) AS properties, s.key AS signature,
       properties(s) AS failure, files, times, count(DISTINCT r) AS recalled
"""
FIXES = (
    """
MATCH (asked:FailureSignature:Verdigris {key: $key})
MATCH (c:FixCard:Verdigris)-[:ABOUT]->(o:FailureSignature)
WHERE o.key = asked.key OR (asked.general <> '' AND o.general = asked.general)
WITH DISTINCT c
"""
    + _CARDS
)
TRIED = "MATCH (c:FixCard:Verdigris {project: $project}) WHERE c.green = false WITH c\n" + _CARDS

BUG_TYPES = """
MATCH (b:BugType:Verdigris)<-[:OF_TYPE]-(s:FailureSignature)
OPTIONAL MATCH (s)<-[:SAW_FAILURE]-(i:Iteration)
WITH b, count(DISTINCT s) AS failures, count(DISTINCT i) AS seen
OPTIONAL MATCH (b)<-[:OF_TYPE]-(:FailureSignature)<-[:ABOUT]-(c:FixCard)
WITH b, failures, seen, count(DISTINCT c) AS cards,
     count(DISTINCT CASE WHEN c.green THEN c END) AS green
RETURN b.key AS name, failures, seen, green, cards - green AS red
ORDER BY seen DESC, failures DESC, name LIMIT $limit
"""


def merge_nodes(kind: NodeKind) -> str:
    return (
        f"UNWIND $rows AS row MERGE (n:{kind}:Verdigris {{id: row.id}}) "
        "SET n.key = row.key, n += row.properties"
    )


def merge_links(kind: LinkKind, source: str, target: str) -> str:
    assert (source, target) in ENDS[kind]
    return (
        f"UNWIND $rows AS row MATCH (a:{source}:Verdigris {{id: row.source}}) "
        f"MATCH (b:{target}:Verdigris {{id: row.target}}) "
        f"MERGE (a)-[l:{kind}]->(b) SET l += row.properties"
    )
