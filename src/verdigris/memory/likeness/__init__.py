"""Which failures read alike: a failure as a text, and the cards whose texts are near.

wording    a card's failure, and the one at hand, as texts
nearness   an embedder, an index, and keeping them in step with the cards
near_sql   the same for the cards of a database
comparing  from settings and a database to all of it
"""
