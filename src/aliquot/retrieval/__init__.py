"""Find chunks: legs that rank, and the fusion of their rankings.

Enters: a question and a filter. Leaves: a ranking of chunks. Engines and models come in through
protocols.
"""
