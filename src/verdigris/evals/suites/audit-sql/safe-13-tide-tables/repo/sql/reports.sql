WITH RECURSIVE days(day) AS (
    VALUES (date '2024-01-01')
    UNION ALL
    SELECT day + 1 FROM days WHERE day < date '2024-12-31'
)
SELECT d.day, h.name, x.metres,
       avg(x.metres) OVER w AS week,
       count(*) FILTER (WHERE x.metres > 4) OVER w AS springs
FROM days d
CROSS JOIN harbour h
LEFT JOIN LATERAL (
    SELECT max(t.metres) AS metres FROM tide t
    WHERE t.harbour = h.id AND t.at >= d.day AND t.at < d.day + interval '1 day'
) x ON TRUE
WHERE h.form = 'basin'
WINDOW w AS (PARTITION BY h.id ORDER BY d.day ROWS BETWEEN 6 PRECEDING AND CURRENT ROW)
ORDER BY 1, 2 NULLS LAST
OFFSET 0;

SELECT h.form, array_agg(h.name ORDER BY h.name), percentile_cont(0.5) WITHIN GROUP (ORDER BY t.metres)
FROM harbour h JOIN tide t TABLESAMPLE SYSTEM (10) ON t.harbour = h.id
GROUP BY GROUPING SETS ((h.form), ())
HAVING count(*) > 1;

SELECT u.ord, u.word FROM unnest(string_to_array('a,b', ',')) WITH ORDINALITY AS u(word, ord);
REFRESH MATERIALIZED VIEW daily WITH DATA;
VACUUM (ANALYZE, VERBOSE) tide;
