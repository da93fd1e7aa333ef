"""Planning the shifts of a clinic's ward."""
