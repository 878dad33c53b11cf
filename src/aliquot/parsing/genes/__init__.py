"""Read sequence records and gene annotations, without the sequences.

What enters: a path to a GenBank, GTF or GFF3 file. What leaves: a `Document` per record or file.
"""
