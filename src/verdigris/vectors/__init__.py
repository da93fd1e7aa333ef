"""Texts as vectors: what makes them, and what finds the nearest.

base   the Embedder and VectorIndex seams
"""
