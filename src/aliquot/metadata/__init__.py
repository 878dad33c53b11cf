"""Who a document is, and which documents belong together.

What enters: parsed documents, the references of bibliography files, and what look-up services
state. What leaves: documents with their fields completed, each with its provenance; a verdict on
each; readable, stable ids; relations between documents. A story calls, in this order:

1. `bibliography.ReferenceBook(references)`, once for a run;
2. `identify.identify(document, book)` for each document, and again with
   `resolvers.lookups.Lookups.resolve(found.document)` where look-ups are on;
3. `ids.base_id` and `ids.free_id`;
4. `linking.link(records)` and `linking.notices_of(relations)` over the whole library, at the end.

Only `resolvers` reaches the network, only when a setting names a service, and it never stops a run.
"""
