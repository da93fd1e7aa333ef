DROP VIEW IF EXISTS orders_by_village;
CREATE VIEW orders_by_village AS
SELECT c.from_ AS village, count(*) AS orders
FROM orders o
JOIN customers c ON c.id = o.customer
GROUP BY c.from_;

DROP VIEW IF EXISTS product_forms;
CRAETE VIEW product_forms AS
SELECT form, count(*) AS products, min(cents) AS cheapest
FROM products
GROUP BY form
HAVING count(*) > 0;
