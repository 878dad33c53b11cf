"""Open what a parser reads: bytes, archives, XML, JSON, Office packages.

What enters: a path. What leaves: text, elements, records or members, however the file was packed
and encoded; or a `ParseError` that says what to do. Nothing here trusts a file.
"""
