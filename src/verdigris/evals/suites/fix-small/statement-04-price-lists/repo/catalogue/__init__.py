"""Articles, price lists and offers of a wholesaler."""
