-- What a new shop starts with. Prices of last year.
BEGIN TRANSACTION;

INSERT INTO products (name, form, cents) VALUES
    ('Honey', 'jar', 650),
    ('Potatoes; washed', 'loose', 190),
    ('Eggs form our hens', 'box', 320),
    ('Mum''s "SELCT" tea', 'box', 480),   -- that is its name
    ('Insret cake', 'box', 900);

INSERT OR IGNORE INTO customers (name, email, from_)
SELECT 'Guest', NULL, 'wehre ever'
WHERE NOT EXISTS (SELECT 1 FROM customers);

UPDATE products SET cents = cents + 10 WHERE form = 'jar' AND name NOT GLOB 'Jam*';

CREATE TRIGGER IF NOT EXISTS note_is_short AFTER INSERT ON orders
WHEN length(NEW.note) > 200
BEGIN
    SELECT RAISE(ABORT, 'write less, or updte the note later');
END;

COMMIT;
