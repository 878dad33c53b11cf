"""One module for each page of the reference; each returns the page's lines."""
