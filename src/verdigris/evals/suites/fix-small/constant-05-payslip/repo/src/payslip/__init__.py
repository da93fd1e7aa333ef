"""A month's pay: wages, overtime, tax and social insurance, in cents."""
