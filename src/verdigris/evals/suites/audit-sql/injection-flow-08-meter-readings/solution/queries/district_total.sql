-- The last counter of every meter in a district, added up.
SELECT sum(last)
FROM (
    SELECT max(r.counter) AS last
    FROM readings r
    JOIN meters m ON m.number = r.meter
    WHERE m.district = :district
    GROUP BY r.meter
);
