-- Consumption by month, from the difference of the counters.
SELECT strftime('%m', read_on) AS month,
       max(counter) - min(counter) AS used
FROM readings
WHERE meter = :meter
  AND strftime('%Y', read_on) = :year
GROUP BY month
ORDER BY month;
