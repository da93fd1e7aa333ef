-- Vouchers are good for a year.
UPDATE vouchers
SET state = 'expired';
-- WHERE issued_on < date(:today, '-1 year') AND state = 'open';

UPDATE vouchers
SET state = 'void'
WHERE amount = 0;
