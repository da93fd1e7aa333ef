"""Texts as vectors: what makes them, and what finds the nearest.

base          the Embedder and VectorIndex seams
choose        from the setting `memory.embedder` to an Embedder
hashed        an Embedder without a model: the fake, and what is used until one is pulled
minilm        all-MiniLM-L6-v2 by onnxruntime; fetching it
minilm_graph  building its graph; `onnx` writes the file
providers     Embedders behind HTTP
in_memory     a VectorIndex that compares with every vector: the fake
sqlite_vec    a VectorIndex in a file; `packed` and `codes` make it small and quick
pgvector      a VectorIndex in PostgreSQL
"""
