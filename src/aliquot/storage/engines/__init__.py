"""Vector databases behind the vector index: each an `Engine`, all with one meaning.

`EngineVectorIndex` keeps the promises (order, ties, filters, visibility, crash safety); an engine
only stores rows and proposes the nearest. Adapters are loaded by name, with their vendors' clients.
"""
