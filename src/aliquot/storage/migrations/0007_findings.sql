-- What documents name, each at its place; they go with their document.
CREATE TABLE findings (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    normalised TEXT NOT NULL,
    role TEXT NOT NULL,
    section_class TEXT NOT NULL,
    chunk_id TEXT NOT NULL,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL,
    place_start INTEGER NOT NULL,
    place_end INTEGER NOT NULL,
    details TEXT NOT NULL,
    extractor TEXT NOT NULL,
    confidence DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (document_id, ordinal)
);
CREATE INDEX findings_kind ON findings (kind, document_id, ordinal);

-- Which documents were read for findings, by what, of what text; the reason where that failed.
CREATE TABLE findings_read (
    document_id TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    version TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    reason TEXT NOT NULL
);
