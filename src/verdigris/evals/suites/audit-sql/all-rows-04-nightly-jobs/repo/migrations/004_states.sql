-- One time only: the states got names.
UPDATE vouchers SET state = CASE state WHEN 0 THEN 'open' WHEN 1 THEN 'used' ELSE 'void' END;
DELETE FROM schema_notes;
