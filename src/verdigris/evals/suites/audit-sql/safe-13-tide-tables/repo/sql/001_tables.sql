\set ON_ERROR_STOP on
BEGIN;

CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TYPE tide_kind AS ENUM ('high', 'low');

CREATE TABLE harbour (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name    text NOT NULL UNIQUE,
    place   point,
    form    text CHECK (form IN ('basin', 'quay', 'marina')),
    opened  daterange
);

CREATE TABLE tide (
    harbour bigint NOT NULL REFERENCES harbour ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    at      timestamptz NOT NULL,
    kind    tide_kind NOT NULL,
    metres  numeric(5, 2) NOT NULL,
    PRIMARY KEY (harbour, at)
) PARTITION BY RANGE (at);

CREATE TABLE tide_2024 PARTITION OF tide FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');

CREATE TABLE berth (
    harbour bigint NOT NULL REFERENCES harbour,
    number  smallint NOT NULL,
    during  tstzrange NOT NULL,
    EXCLUDE USING gist (harbour WITH =, number WITH =, during WITH &&)
);

CREATE INDEX IF NOT EXISTS tide_by_kind ON tide (kind, at) INCLUDE (metres) WHERE metres > 0;
CREATE MATERIALIZED VIEW daily AS
SELECT harbour, at::date AS day, max(metres) - min(metres) AS range FROM tide GROUP BY harbour, at::date
WITH NO DATA;

COMMENT ON TABLE tide IS 'As predicted; selct the observed ones form tide_observed.';

COMMIT;
