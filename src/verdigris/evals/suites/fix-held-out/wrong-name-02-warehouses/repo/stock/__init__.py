"""Goods in several warehouses."""
