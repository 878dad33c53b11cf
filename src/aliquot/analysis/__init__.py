"""Turn text into index terms, the same way for documents and for questions.

Text enters; terms or the content words of a question leave. Nothing here knows of chunks, indexes
or the catalog. `analyser.StandardAnalyser` is the analyser of every term index;
`weighting.question_weights` weighs a question's terms; `content_words.content_terms` picks the
terms that carry its subject.
"""
