"""Who asks, and what a request may do: identity, sessions, limits, headers."""
