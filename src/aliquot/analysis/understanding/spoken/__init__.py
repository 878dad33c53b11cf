"""One file per kind of restriction; each reads a `Question` and yields what it says."""
