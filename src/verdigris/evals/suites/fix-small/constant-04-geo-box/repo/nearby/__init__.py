"""Finding places near a point on the map."""
