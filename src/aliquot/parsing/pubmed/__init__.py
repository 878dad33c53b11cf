"""Read records of PubMed: articles, book chapters and their abstracts.

What enters: a path to PubMed's XML or to a MEDLINE file (.nbib). What leaves: one `Document` per
record. Each layout's reader fills the same `PubmedRecord`; one writer turns it into a document.
"""
