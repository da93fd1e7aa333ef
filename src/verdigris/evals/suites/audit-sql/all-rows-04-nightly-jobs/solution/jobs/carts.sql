-- Carts that nobody has touched for a week.
DELETE FROM cart_items
WHERE cart IN (SELECT id FROM carts WHERE touched_on < date(:today, '-7 days'));

DELETE FROM carts WHERE touched_on < date(:today, '-7 days');
