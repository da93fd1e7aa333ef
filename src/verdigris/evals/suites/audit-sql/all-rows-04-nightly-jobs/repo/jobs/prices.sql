UPDTE products
SET price = offer_price
WHERE offer_from <= :today AND offer_until >= :today;
