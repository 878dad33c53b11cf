"""Look-up services, off unless a setting names them.

What enters: a document that states a DOI, a number or a title. What leaves: what Crossref, PubMed,
OpenAlex or the Retraction Watch list state, as references. Titles and identifiers of papers leave
the machine where a service is switched on, and nothing else does.
"""
