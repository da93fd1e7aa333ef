SELECT m.number
FROM meters m
LEFT JOIN readings r ON r.meter = m.number AND r.read_on >= :since
WHERE m.kind = :kind AND r.meter IS NULL
ORDER BY m.number;
