-- Farm shop. Everything in grams and cents.
-- An email is uniqe per customer; guests have none.

CREATE TABLE IF NOT EXISTS customers (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    email    TEXT UNIQUE,
    from_    TEXT,                  -- village
    joined   TEXT NOT NULL DEFAULT CURRENT_DATE
);

CREATE TABLE IF NOT EXISTS products (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    form     TEXT NOT NULL CHECK (form IN ('loose', 'jar', 'box')),
    cents    INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS orders (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    customer INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
    placed   TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    note     TEXT DEFAULT 'leave it by the dor'
);

CREATE INDEX IF NOT EXISTS orders_by_customer ON orders (customer);
