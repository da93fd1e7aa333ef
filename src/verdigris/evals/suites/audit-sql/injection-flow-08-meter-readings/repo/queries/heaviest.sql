SELECT meter, max(counter) AS counter
FROM readings
GROUP BY meter
ORDER BY 2 DESC
LIMIT {count};
