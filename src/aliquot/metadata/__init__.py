"""Who a document is: a readable, stable id from its bibliographic identity.

Enters: a parsed document. Leaves: the same with an id. Looking identities up elsewhere (DOI,
PubMed) belongs here too, and never blocks reading.
"""
