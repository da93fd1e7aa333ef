"""A MemoryStore over stores of documents that others make: Chroma and Mem0.

base           the Documents seam and its fake
store          cards, their uses and failed searches as documents
forgetting     taking back what one machine told
naming         what documents are called
packing        a card cut to a store's limits
embedded       vectors beside the documents
engines/ boxed libraries that keep a folder, in a process of their own, and talking to it
remote         asking a service over HTTP
chroma_rows chroma_server mem0_api  the forms of each
"""
