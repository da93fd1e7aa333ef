-- Two files: the predictions, and what the office has corrected in them.
BEGIN;
CREATE TEMP TABLE incoming (LIKE tide INCLUDING DEFAULTS) ON COMMIT DROP;
\copy incoming FROM 'tides.csv' WITH (FORMAT csv, HEADER)

INSERT INTO tide AS t
SELECT DISTINCT ON (harbour, at) harbour, at, kind, metres
FROM incoming
ORDER BY harbour, at, metres DESC
ON CONFLICT (harbour, at) DO UPDATE SET metres = EXCLUDED.metres
WHERE t.metres IS DISTINCT FROM EXCLUDED.metres
RETURNING t.harbour, t.at;

DELETE FROM incoming;
\copy incoming FROM 'corrections.csv' WITH (FORMAT csv, HEADER)
UPDATE tide t SET metres = i.metres FROM incoming i WHERE (i.harbour, i.at) = (t.harbour, t.at);

DELETE FROM tide t USING harbour h
WHERE h.id = t.harbour AND NOT h.opened @> t.at::date;
COMMIT;
