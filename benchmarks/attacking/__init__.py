"""True statements of real files, and ways of making them false."""
