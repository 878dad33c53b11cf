"""What a document names, by kind: cell lines, organisms, reagents, instruments, accessions, ...

Enters: a document with its chunks. Leaves: findings, each at its exact place with the words around
it that state it. By rules and vocabularies; what a model adds has the same form. Nothing here
searches.
"""
