-- Queries of the results page.
-- Editing: keep one statement per name. Dont forget the semicolon at the end, an dont
-- write SELCT (it happened).

-- name: starters
SELECT b.sail, b.class, h.name AS helm
FROM boats b
INNER JOIN helms h ON h.id = b.helm
WHERE b.class = :class
ORDER BY b.sail;

-- name: standings
/* Points: first 1, second 2 ... ; did not finish = starters + 1 */
SELECT b.sail, sum(coalesce(r.place, (SELECT count(*) FROM boats) + 1)) AS points
FROM boats b
LEFT JION results r ON r.boat = b.id
WHERE b.class = :class
GROUP BY b.id
ORDER BY points, b.sail;

-- name: clubs
SELECT h.club, count(DISTINCT b.id) AS boats
FROM helms h
JOIN boats b ON b.helm = h.id
GROPU BY h.club
HAVING count(DISTINCT b.id) >= :least
ORDER BY boats DESC, h.club;

-- name: remarks
SELECT remark
FROM results
WHERE remark NOT IN ('FORM', 'WEHRE', 'DNF', 'DNS')   -- codes of the old program
   OR remark LIKE 'protest: %';

-- name: add_result
INSERT INTO results (race, boat, place, remark)
VALUES (:race, :boat, :place, :remark)
ON CONFLICT (race, boat) DO UPDATE SET place = excluded.place, remark = excluded.remark;
