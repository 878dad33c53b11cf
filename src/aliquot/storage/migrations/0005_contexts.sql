-- What a language model wrote of each chunk, so that nothing is asked twice. It outlives documents.
CREATE TABLE contexts (
    model TEXT NOT NULL,
    prompt TEXT NOT NULL,
    document_hash TEXT NOT NULL,
    chunk_hash TEXT NOT NULL,
    context TEXT NOT NULL,
    PRIMARY KEY (model, prompt, document_hash, chunk_hash)
);

-- The one a chunk is searched with now; empty for none.
ALTER TABLE chunks ADD COLUMN context TEXT NOT NULL DEFAULT '';
