"""Draw forms, fill them in, print them."""
