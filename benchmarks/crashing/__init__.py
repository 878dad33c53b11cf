"""Commands killed at random moments, and what has to be true afterwards."""
