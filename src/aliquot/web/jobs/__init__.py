"""Background work: jobs of a library's table, claimed and done by threads beside the server."""
