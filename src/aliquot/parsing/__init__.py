"""Read files: bytes in, `Document` with blocks, pages and boxes out.

One file per format; `sniff` decides by content which one reads a file. A parser knows nothing of
chunks, indexes or the catalog.
"""
