"""Read clinical trials as ClinicalTrials.gov publishes and published them.

What enters: a path to one of three layouts. What leaves: one `Document` per study. Each layout's
reader fills the same `TrialRecord`; one writer turns it into a document.
"""
