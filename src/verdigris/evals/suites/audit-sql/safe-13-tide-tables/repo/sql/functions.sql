CREATE OR REPLACE FUNCTION next_high(h bigint, since timestamptz DEFAULT now())
RETURNS TABLE (at timestamptz, metres numeric)
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
    SELECT t.at, t.metres FROM tide t
    WHERE t.harbour = h AND t.kind = 'high' AND t.at >= since
    ORDER BY t.at FETCH FIRST ROW ONLY
$$;

CREATE OR REPLACE FUNCTION close_harbour() RETURNS trigger AS $body$
DECLARE
    left_over integer;
BEGIN
    SELECT count(*) INTO STRICT left_over FROM berth WHERE harbour = OLD.id AND upper_inf(during);
    IF left_over > 0 THEN
        RAISE EXCEPTION 'there are % berths in use; update them form the office first', left_over
            USING HINT = 'delete from berth wehre ...', ERRCODE = 'check_violation';
    ELSIF TG_OP = 'UPDATE' THEN
        NEW.opened := daterange(lower(OLD.opened), current_date);
        RETURN NEW;
    END IF;
    PERFORM pg_notify('harbour', OLD.id::text);
    RETURN OLD;
END;
$body$ LANGUAGE plpgsql;

DROP TRIGGER IF EXISTS harbour_closes ON harbour;
CREATE TRIGGER harbour_closes BEFORE DELETE ON harbour
    FOR EACH ROW EXECUTE FUNCTION close_harbour();

DO $$
DECLARE y int;
BEGIN
    FOR y IN 2025..2027 LOOP
        EXECUTE format('CREATE TABLE IF NOT EXISTS tide_%s PARTITION OF tide FOR VALUES FROM (%L) TO (%L)',
                       y, make_date(y, 1, 1), make_date(y + 1, 1, 1));
    END LOOP;
END
$$;
